# Stacking: a drawn coloured card that fits must be played.
rules stacking
seats 3
hand A: W G1 Y2
hand B: B1 B2
hand C: G3 G4
discard: R7
draw: R9 rest
turn A
A: draw
expect phase drawn
expect legal A: play R9
refused A: keep because must_play
A: play R9
expect turn B
