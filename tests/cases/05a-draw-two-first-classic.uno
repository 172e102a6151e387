# Classic: a Draw Two turned up hits the seat left of the dealer, who loses the turn.
rules classic
seats 3
dealer A
deck R1 Y1 B1 R2 Y2 B2 R3 Y3 B3 R4 Y4 B4 R5 Y5 B5 R6 Y6 B6 R7 Y7 B7 G+2 Y9 B9 rest
deal
expect turn C
expect phase play
expect hand B: R1 R2 R3 R4 R5 R6 R7 Y9 B9
expect count A=7 B=9 C=7 draw=84 discard=1
expect color green
