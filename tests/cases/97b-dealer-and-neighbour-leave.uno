# The dealer and the seat after him leave: the one after those deals.
rules classic
seats 4
dealer A
seed 1
hand A: G1 G2
hand B: B1 B2
hand C: R6
hand D: Y1 Y2
discard: R7
turn C
A: resign
B: resign
C: play R6
expect over round
C: next-round
expect dealer C
expect count A=0 B=0 C=7 D=7
