# One seat is left: round and match are over, and nobody has a move any more.
rules classic
seats 3
hand A: G1 G2
hand B: R6 R8
hand C: B1 B2
discard: R7
turn B
B: resign
expect not over match
expect turn C
A: resign
expect over match
expect rank C=1 A=2 B=3
expect legal C: none
refused C: draw because match_over
refused any: next-round because match_over
