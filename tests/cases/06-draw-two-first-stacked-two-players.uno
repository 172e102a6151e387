# Stacking, two players: the non-dealer stacks on the first Draw Two, so the dealer answers for four.
rules stacking
seats 2
dealer A
deck R+2 Y1 R2 Y2 R3 Y3 R4 Y4 R5 Y5 R6 Y6 R7 Y7 G+2 rest
deal
expect turn B
B: play R+2
expect turn A
expect phase respond
expect pending 4
A: accept
expect count A=11 B=6
expect turn B
expect phase play
