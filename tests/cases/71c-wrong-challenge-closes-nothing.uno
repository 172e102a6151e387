# A wrong challenge does not close the window either.
rules classic
seats 3
hand A: W+4 B2
hand B: BS B1
hand C: Y1 G2
discard: R7
turn A
A: play W+4 green
B: challenge
expect turn C
expect uno A=open
C: catch A
expect count A=5 B=8
