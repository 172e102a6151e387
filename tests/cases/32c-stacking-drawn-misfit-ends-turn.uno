# Stacking: a drawn card that does not fit ends the turn.
rules stacking
seats 3
hand A: G1 Y2
hand B: B1 B2
hand C: G3 G4
discard: R7
draw: B9 rest
turn A
A: draw
expect turn B
expect phase play
