# Somebody else leaves: the turn stays where it is.
rules classic
seats 4
hand A: Y1 Y2
hand B: R1 B2
hand C: G1 G2
hand D: R3 Y4
discard: R7
draw: Y8 rest
turn B
A: resign
expect turn B
expect phase play
B: play R1
expect turn C
C: draw
expect turn D
D: play R3
expect turn B
