# Play on: a Wild whose player leaves before naming its colour makes nobody draw.
rules stacking
seats 3
hand A: W R8
hand B: R4
hand C: G4 Y1 Y2
discard: R7
turn B
B: play R4
C: play G4
expect turn A
A: play W
expect phase color
A: resign
expect over round
expect events SeatLeft RoundEnded
expect count C=2
