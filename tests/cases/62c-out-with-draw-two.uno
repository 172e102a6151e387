# The Lithuanian text forbids no last card: out with a Draw Two, which the next player may stack on or take.
rules stacking
seats 3
hand A: R+2
hand B: B5 B6
hand C: G1 G2
discard: R7
turn A
A: play R+2
expect not over round
expect turn B
expect phase respond
expect pending 2
B: accept
expect count A=0 B=4
expect turn C
