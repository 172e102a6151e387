# With nothing left to draw, somebody leaving starts the count of passes afresh.
rules classic
loose
seats 4
hand A: Y1
hand B: G2
hand C: B3
hand D: B4
discard: R7
draw: none
turn A
A: pass
B: pass
D: resign
expect turn C
C: draw
expect not over round
expect turn A
