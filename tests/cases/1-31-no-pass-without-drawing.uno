# Passing without drawing is refused; drawing with a fitting card in hand is not.
rules classic
seats 2
hand A: R5 Y2
hand B: R3 B1
discard: R7
draw: B2 rest
turn A
refused A: pass because must_play
refused A: keep because wrong_phase
A: draw
expect count A=3
