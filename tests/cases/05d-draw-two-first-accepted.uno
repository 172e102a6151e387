# Stacking: whoever accepts a Draw Two turned up draws two and loses the turn.
rules stacking
seats 3
dealer A
deck R+2 Y1 B1 R2 Y2 B2 R3 Y3 B3 R4 Y4 B4 R5 Y5 B5 R6 Y6 B6 R7 Y7 B7 G+2 rest
deal
B: accept
expect turn C
expect phase play
expect pending 0
expect count B=9 C=7
