# Stacking: out with a Draw Two; the victim accepts, then the points are fixed whatever is played later.
rules stacking
seats 3
hand A: GS G9
hand B: R+2
hand C: YS
discard: R7
draw: G1 G2 G3 rest
turn B
B: play R+2
expect not over round
expect turn C
expect phase respond
expect pending 2
C: accept
expect hand C: YS G1 G2
expect turn A
expect phase play
A: draw
expect not over round
expect turn C
expect phase play
