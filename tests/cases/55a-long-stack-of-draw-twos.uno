# Stacking: a chain has no upper end; the last one draws it all.
rules stacking
seats 4
hand A: R+2 R1 B2
hand B: B+2 G4 G5
hand C: B+2 Y1 Y2
hand D: Y+2 Y3 Y4
discard: R7
turn A
A: play R+2
B: play B+2
C: play B+2
D: play Y+2
expect turn A
expect pending 8
A: accept
expect count A=10 B=2 C=2 D=2
expect turn B
expect phase play
expect color yellow
