# Official: a drawn Wild Draw Four does not fit while a card of the colour is held, so the turn ends.
rules official
seats 3
hand A: R5 G1
hand B: B1 B2
hand C: G3 G4
discard: R7
draw: W+4 rest
turn A
A: draw
expect turn B
expect phase play
expect hand A: R5 G1 W+4
