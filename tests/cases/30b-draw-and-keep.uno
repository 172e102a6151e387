# Official: a drawn card that fits may be kept, which ends the turn.
rules official
seats 3
hand A: R5 G1 Y2
hand B: B1 B2
hand C: G3 G4
discard: R7
draw: R9 rest
turn A
A: draw
expect legal A: play R9, keep
refused A: play R5 because must_draw_drawn_only
A: keep
expect turn B
expect hand A: R5 G1 Y2 R9
