# A Draw Two as last card: the next player draws two, they count, and he has no turn.
rules classic
seats 3
hand A: R+2
hand B: BS R1
hand C: Y9
discard: R7
draw: G1 G2 rest
turn A
A: play R+2
expect over round
expect count B=4 C=1
expect scores A=33
refused B: play R1 because round_over
