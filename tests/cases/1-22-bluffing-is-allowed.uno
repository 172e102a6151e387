# Where challenges are on, a bluff is among the legal moves and is accepted.
rules classic
seats 3
hand A: W+4 R1 R2
hand B: R3 B2
hand C: Y3 G2
discard: R7
turn A
expect legal A: play W+4 *, play R1, play R2, draw
A: play W+4 red
expect turn B
expect phase respond
expect color red
