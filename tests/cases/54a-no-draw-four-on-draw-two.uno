# Stacking: a Wild Draw Four does not go on a Draw Two.
rules stacking
seats 3
hand A: R+2 R1 B2
hand B: W+4 G4 G5
hand C: Y1 Y2
discard: R7
turn A
A: play R+2
refused B: play W+4 blue because not_stackable
refused B: play G4 because not_stackable
expect legal B: accept
B: accept
expect count B=5
expect turn C
