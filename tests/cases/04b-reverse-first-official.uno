# Three players, official: after a first Reverse the dealer opens, then the seat to his right.
rules official
seats 3
dealer A
deck G2 G1 G3 R2 Y2 B2 R3 Y3 B3 R4 Y4 B4 R5 Y5 B5 R6 Y6 B6 R7 Y7 B7 GR rest
deal
expect turn A
expect direction ccw
A: play G3
expect turn C
C: play G1
expect turn B
