# Play on: with nothing due, leaving ends the round as it stands.
rules stacking
seats 3
hand A: R9 R8
hand B: R4
hand C: Y1 Y2
discard: R7
turn B
B: play R4
expect turn C
A: resign
expect over round
expect events SeatLeft RoundEnded
expect hand C: Y1 Y2
expect scores B=20
