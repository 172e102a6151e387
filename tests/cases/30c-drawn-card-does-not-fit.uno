# A drawn card that does not fit ends the turn at once.
rules classic
seats 3
hand A: R5 G1 Y2
hand B: B1 B2
hand C: G3 G4
discard: R7
draw: B9 rest
turn A
A: draw
expect turn B
expect phase play
expect hand A: R5 G1 Y2 B9
refused A: keep because not_your_turn
