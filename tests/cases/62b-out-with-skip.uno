# Play on: out with a Skip: the next player still loses the turn.
rules stacking
seats 3
hand A: R1 R2
hand B: RS
hand C: Y1 Y2
discard: R7
turn B
B: play RS
expect turn A
expect direction cw
