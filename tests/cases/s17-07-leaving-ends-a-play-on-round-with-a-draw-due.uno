# Play on: when leaving makes one player with cards remain, a draw that is due is paid before the count.
rules stacking
seats 3
hand A: R9 R8
hand B: R+2
hand C: Y1 Y2
discard: R7
draw: G1 G2 rest
turn B
B: play R+2
expect turn C
expect pending 2
A: resign
expect events SeatLeft Lifted Drew RoundEnded
expect over round
expect hand C: Y1 Y2 G1 G2
expect scores B=6
