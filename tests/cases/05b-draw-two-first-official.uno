# Official: a Draw Two turned up hits the seat left of the dealer, who loses the turn.
rules official
seats 3
dealer A
deck R1 Y1 B1 R2 Y2 B2 R3 Y3 B3 R4 Y4 B4 R5 Y5 B5 R6 Y6 B6 R7 Y7 B7 G+2 rest
deal
expect turn C
expect count A=7 B=9 C=7
