# Three players, classic: after a first Reverse the seat right of the dealer opens, the dealer comes last.
rules classic
seats 3
dealer A
deck G2 G1 G3 R2 Y2 B2 R3 Y3 B3 R4 Y4 B4 R5 Y5 B5 R6 Y6 B6 R7 Y7 B7 GR rest
deal
expect turn C
expect direction ccw
C: play G1
expect turn B
B: play G2
expect turn A
A: play G3
expect turn C
