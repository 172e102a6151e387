# Drawing the last card of the pile brings the discards back at once, before the drawn card is decided on.
rules classic
loose
seats 3
hand A: Y1 Y2
hand B: G2 G3
hand C: B3 B4
discard: Y7 G7 R7
draw: R9
turn A
A: draw
expect phase drawn
expect count A=3 draw=2 discard=1
expect legal A: play R9, keep
expect top R7
