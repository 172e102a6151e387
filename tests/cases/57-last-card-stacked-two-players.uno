# Stacking, two players: the last card stacked ends the round; the other draws the whole stack, then it is scored.
rules stacking
seats 2
hand A: G+2
hand B: R+2 B5
discard: R7
draw: G1 G2 G3 G4 rest
turn B
B: play R+2
expect turn A
A: play G+2
expect over round
expect hand B: B5 G1 G2 G3 G4
expect scores A=15 B=0
