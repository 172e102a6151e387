# All Wild: a Wild Skip Two turned up skips nobody.
rules all_wild
seats 3
dealer A
deck W W W W W W W W W W W W W W W W W W W W W WSS rest
deal
expect turn B
expect phase play
