# Nothing left to draw and a card fits: it must be played.
rules classic
loose
seats 3
hand A: R5 B6
hand B: B1 B2
hand C: G3 G4
discard: R7
draw: none
turn A
expect legal A: play R5
refused A: draw because nothing_to_draw
refused A: pass because must_play
A: play R5
expect turn B
