# The cards of somebody who left go under the discards and come back with the reshuffle; none is lost or doubled.
rules classic
seats 3
hand A: Y1 Y2
hand B: B1 B2
hand C: G1 G2 G3 G4 G5
discard: R7
turn A
C: resign
expect count C=0 discard=6
expect top R7
expect cards 108
A: draw
expect cards 108
