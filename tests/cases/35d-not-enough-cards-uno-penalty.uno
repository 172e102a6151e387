# Fewer cards than the UNO penalty: what there is, and no debt.
rules classic
loose
seats 3
hand A: R5 B6
hand B: B1 B2
hand C: G3 G4
discard: R7
draw: G9 G8
turn A
A: play R5
C: catch A
expect count A=4 draw=0 discard=1
expect uno A=none
expect turn B
