# The dealer leaves: the next seat clockwise deals the next round.
rules classic
seats 4
dealer A
seed 1
hand A: G1 G2
hand B: R6
hand C: B1 B2
hand D: Y1 Y2
discard: R7
turn B
A: resign
B: play R6
expect over round
any: next-round
expect dealer B
expect count A=0 B=7 C=7 D=7
expect cards 108
