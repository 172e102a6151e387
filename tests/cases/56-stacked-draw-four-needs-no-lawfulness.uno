# Stacking: a stacked Wild Draw Four is allowed though the named colour is held.
rules stacking
seats 3
hand A: W+4 B1 B2
hand B: W+4 G4 G5
hand C: Y1 Y2
discard: R7
turn A
A: play W+4 green
expect legal B: accept, play W+4 *
B: play W+4
expect phase color
expect turn B
B: color red
expect turn C
expect pending 8
expect color red
