# Stacking: accepting leaves the window open until the next turn action.
rules stacking
seats 3
hand A: R+2 R1
hand B: B+2 G4 G5
hand C: Y1 Y2
discard: R7
draw: G1 G2 Y9 Y8 B9 rest
turn A
A: play R+2
B: accept
expect uno A=open
expect turn C
C: draw
expect uno A=none
refused B: catch A because not_catchable
