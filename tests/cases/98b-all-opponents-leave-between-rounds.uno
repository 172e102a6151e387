# Between rounds: when all but one leave, the match is over, and no round with it.
rules classic
seats 3
hand A: R5
hand B: B2 B3
hand C: G1
discard: R7
turn A
A: play R5
expect over round
B: resign
expect events SeatLeft
C: resign
expect events SeatLeft MatchEnded
expect over match
expect scores A=6
expect rank A=1 B=3 C=2
