# Stacking: a Wild alone obliges nobody: drawing and playing it are both allowed.
rules stacking
seats 3
hand A: W G1 Y2
hand B: B1 B2
hand C: G3 G4
discard: R7
turn A
expect legal A: play W *, draw
A: draw
