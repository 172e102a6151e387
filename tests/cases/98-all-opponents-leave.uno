# All opponents leave one by one: the match is over and the last one left has won.
rules classic
seats 4
hand A: G1 G2
hand B: B1 B2
hand C: R6 R8
hand D: Y1 Y2
discard: R7
scores A=10 B=20 C=30 D=40
turn C
B: resign
D: resign
expect not over match
C: resign
expect over match
expect rank A=1 C=2 D=3 B=4
expect scores A=10 B=20 C=30 D=40
