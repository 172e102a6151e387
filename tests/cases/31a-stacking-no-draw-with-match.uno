# Stacking: who holds a coloured card that fits may not draw.
rules stacking
seats 3
hand A: R3 G1 Y2
hand B: B1 B2
hand C: G3 G4
discard: R7
turn A
expect legal A: play R3
refused A: draw because must_play
