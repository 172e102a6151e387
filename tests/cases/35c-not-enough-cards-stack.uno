# Fewer cards than a stack demands: what there is, and no debt.
rules stacking
loose
seats 3
hand A: R+2 B5 B6
hand B: G+2 B1 B2
hand C: G3 G4
discard: R7
draw: G9
turn A
A: play R+2
B: play G+2
expect pending 4
C: accept
expect count C=5 draw=0 discard=1
expect turn A
expect pending 0
