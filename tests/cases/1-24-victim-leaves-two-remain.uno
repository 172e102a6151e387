# The victim leaves and two remain: the four are gone, the named colour stays, the source plays next.
rules classic
seats 3
hand A: W+4 G1 R2
hand B: R3 B2
hand C: Y3 G2
discard: R7
draw: Y8 B8 rest
turn C
direction ccw
C: draw
expect turn B
B: draw
expect turn A
A: play W+4 green
expect turn C
C: resign
expect turn B
expect phase play
expect pending 0
expect color green
expect count A=2 B=3 C=0
