# A player who is skipped may still catch.
rules classic
seats 3
hand A: RS R2
hand B: BS B1
hand C: Y1 G2
discard: R7
turn A
A: play RS
expect turn C
expect uno A=open
B: catch A
expect count A=5
expect turn C
expect phase play
