# Nothing left to draw and no card fits: pass.
rules classic
loose
seats 3
hand A: Y5 B6
hand B: B1 B2
hand C: G3 G4
discard: R7
draw: none
turn A
expect legal A: pass
refused A: draw because nothing_to_draw
A: pass
expect turn B
expect phase play
