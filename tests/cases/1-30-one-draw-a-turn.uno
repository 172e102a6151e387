# One draw a turn; if the drawn card does not fit, the turn is over.
rules classic
seats 2
hand A: R5 Y2
hand B: R3 B1
discard: R7
draw: R2 rest
turn A
A: draw
refused A: draw because wrong_phase
refused A: play R5 because must_draw_drawn_only
expect legal A: play R2, keep
