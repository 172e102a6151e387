# The bluffer leaves while the victim decides: the victim draws four and cannot challenge.
rules classic
seats 3
hand A: W+4 R1 R2
hand B: R6 Y1
hand C: G1 G2
discard: R7
turn A
A: play W+4 green
A: resign
expect count A=0 B=6 C=2
expect turn C
expect phase play
expect pending 0
expect color green
