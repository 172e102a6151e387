# One card left and four to draw: one, then the discards are shuffled in, then three more.
rules classic
loose
seats 3
hand A: W+4 B5 B6
hand B: B1 B2
hand C: G3 G4
discard: Y1 Y2 Y3 Y4 R7
draw: G9
turn A
A: play W+4 green
B: accept
expect count B=6 draw=2 discard=1
expect top W+4
expect color green
expect turn C
expect cards 13
