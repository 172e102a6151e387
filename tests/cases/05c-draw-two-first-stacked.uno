# Stacking: a Draw Two turned up is an open threat, and the first player may stack on it.
rules stacking
seats 3
dealer A
deck R+2 Y1 B1 R2 Y2 B2 R3 Y3 B3 R4 Y4 B4 R5 Y5 B5 R6 Y6 B6 R7 Y7 B7 G+2 rest
deal
expect turn B
expect phase respond
expect pending 2
expect count B=7
expect legal B: accept, play R+2
B: play R+2
expect turn C
expect phase respond
expect pending 4
expect color red
