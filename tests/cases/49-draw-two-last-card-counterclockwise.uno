# A Draw Two as last card with play running the other way: the seat on the right draws.
rules classic
seats 3
hand A: R+2
hand B: BS R1
hand C: Y9
discard: R7
draw: G1 G2 rest
direction ccw
turn A
A: play R+2
expect over round
expect hand C: Y9 G1 G2
expect count B=2
expect scores A=33
