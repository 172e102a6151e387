# The Skip that the deal turned up was played by nobody: it cannot be answered.
rules classic skip_answers_skip=true
seats 3
dealer A
deck RS BS R1 RS R2 R3 BS R5 R6 G1 G2 G3 B1 B2 B3 Y1 Y2 Y3 Y4 Y5 Y6 YS rest
deal
expect top YS
expect turn C
expect phase play
