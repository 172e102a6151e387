# A call lapses with the turn also when no card came: passing with nothing to draw.
rules classic
loose
seats 2
hand A: Y1 Y2
hand B: R1 B1 B2
discard: R7
draw: none
turn A
A: uno
A: pass
expect uno A=none
B: play R1
expect turn A
A: draw
