# Stacking: a Draw Two does not go on a Wild Draw Four, not even in the named colour.
rules stacking
seats 3
hand A: W+4 Y1 B2
hand B: G+2 G4 G5
hand C: Y1 Y2
discard: R7
turn A
A: play W+4 green
expect turn B
expect phase respond
expect pending 4
refused B: play G+2 because not_stackable
B: accept
expect count B=7
expect turn C
