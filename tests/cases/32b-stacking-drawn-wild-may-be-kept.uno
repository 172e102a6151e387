# Stacking: a drawn Wild may be played or kept.
rules stacking
seats 3
hand A: G1 Y2
hand B: B1 B2
hand C: G3 G4
discard: R7
draw: W rest
turn A
A: draw
expect phase drawn
expect legal A: play W *, keep
A: keep
expect turn B
expect count A=3
