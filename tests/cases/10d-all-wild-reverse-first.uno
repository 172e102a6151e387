# All Wild: a Wild Reverse turned up turns nothing.
rules all_wild
seats 3
dealer A
deck W W W W W W W W W W W W W W W W W W W W W WR rest
deal
expect turn B
expect direction cw
