# Play on: a last Wild Draw Four whose colour is not named yet hits the one who remains when the other leaves.
rules stacking
seats 3
hand A: W+4
hand B: R9 R8
hand C: Y1 Y2
discard: R7
draw: G1 G2 G3 G4 rest
turn A
A: play W+4
expect phase color
B: resign
expect over round
expect hand C: Y1 Y2 G1 G2 G3 G4
