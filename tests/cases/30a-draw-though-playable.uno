# Classic: one may draw though a card fits; then only the drawn card may be played, or kept.
rules classic
seats 3
hand A: R5 G1 Y2
hand B: B1 B2
hand C: G3 G4
discard: R7
draw: R9 rest
turn A
expect legal A: play R5, draw
A: draw
expect turn A
expect phase drawn
expect legal A: play R9, keep
refused A: play R5 because must_draw_drawn_only
refused A: draw because wrong_phase
refused A: play B1 because not_in_hand
A: play R9
expect turn B
expect hand A: R5 G1 Y2
