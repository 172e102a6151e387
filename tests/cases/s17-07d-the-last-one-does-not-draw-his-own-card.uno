# Play on: who has just put a draw card on the stack is not its victim when everybody he could hit has gone.
rules stacking
seats 3
hand A: W+4
hand B: W+4 B8
hand C: W+4 Y1 Y2
discard: R7
turn A
A: play W+4 red
B: play W+4 yellow
C: play W+4
expect phase color
B: resign
expect over round
expect events SeatLeft Lifted RoundEnded
expect hand C: Y1 Y2
