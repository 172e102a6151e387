# All Wild: a Wild Draw Four turned up does nothing.
rules all_wild
seats 3
dealer A
deck W W W W W W W W W W W W W W W W W W W W W W+4 rest
deal
expect turn B
expect phase play
expect pending 0
expect count A=7 B=7 C=7 draw=90 discard=1
expect direction cw
expect cards 112
