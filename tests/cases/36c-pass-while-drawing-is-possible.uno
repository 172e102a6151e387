# No card fits but there is something to draw: passing is refused.
rules classic
seats 3
hand A: Y5 B6
hand B: B1 B2
hand C: G3 G4
discard: R7
turn A
expect legal A: draw
refused A: pass because can_draw
