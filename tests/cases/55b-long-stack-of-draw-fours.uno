# Stacking: three Wild Draw Fours in a row make twelve.
rules stacking
seats 4
hand A: W+4 B1 B2
hand B: W+4 G4 G5
hand C: W+4 Y1 Y2
hand D: Y3 Y4
discard: R7
turn A
A: play W+4 green
B: play W+4 blue
C: play W+4 yellow
expect turn D
expect pending 12
D: accept
expect count D=14
expect turn A
expect color yellow
