# Stacking: a stacked card is a turn action, so it closes an open UNO window.
rules stacking
seats 3
hand A: R+2 R1
hand B: B+2 G4 G5
hand C: Y1 Y2
discard: R7
turn A
A: play R+2
expect uno A=open
B: play B+2
expect uno A=none
refused C: catch A because not_catchable
