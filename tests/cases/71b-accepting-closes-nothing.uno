# Accepting a Wild Draw Four does not close the window.
rules classic
seats 3
hand A: W+4 B2
hand B: BS B1
hand C: Y1 G2
discard: R7
turn A
A: play W+4 green
B: accept
expect turn C
expect uno A=open
B: catch A
expect count A=5
