# The last card of the pile does not fit: the turn passes like after any other draw.
rules classic
loose
seats 2
hand A: Y1 Y2
hand B: B1 B2
discard: G4 G5 R7
draw: B9
turn A
A: draw
expect turn B
expect phase play
expect count A=3 draw=2
refused A: draw because not_your_turn
