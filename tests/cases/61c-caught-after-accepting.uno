# Stacking: after the victim accepted, the one with an open window can still be caught.
rules stacking
seats 3
hand A: R+2 R1
hand B: B+2 G4 G5
hand C: Y1 Y2
discard: R7
turn A
A: play R+2
B: accept
B: catch A
expect count A=3 B=5
expect turn C
