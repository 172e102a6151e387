# Classic: a forgotten call costs four cards.
rules classic
seats 3
hand A: R1 R2
hand B: BS B1
hand C: Y1 G2
discard: R7
draw: G1 G2 G3 G4 rest
turn A
A: play R1
B: catch A
expect hand A: R2 G1 G2 G3 G4
