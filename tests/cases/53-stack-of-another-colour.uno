# Stacking: a Draw Two of another colour may be put on a Draw Two; its colour counts from now on.
rules stacking
seats 3
hand A: R+2 R1 B2
hand B: B+2 G4 G5
hand C: Y1 Y2
discard: R7
turn A
A: play R+2
expect legal B: accept, play B+2
B: play B+2
expect color blue
expect turn C
expect phase respond
expect pending 4
expect legal C: accept
