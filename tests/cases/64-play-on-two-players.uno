# Play on with two players: the first one out ends the round.
rules stacking
seats 2
hand A: R1
hand B: BS
discard: R7
turn A
A: play R1
expect over round
expect scores A=20 B=0
