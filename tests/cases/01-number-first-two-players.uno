# Two players: when a number is turned up, the seat left of the dealer opens.
rules classic
seats 2
dealer A
deck R1 Y1 R2 Y2 R3 Y3 R4 Y4 R5 Y5 R6 Y6 R7 Y7 G5 rest
deal
expect turn B
expect phase play
expect top G5
expect color green
expect direction cw
expect dealer A
expect round 1
expect hand B: R1 R2 R3 R4 R5 R6 R7
expect hand A: Y1 Y2 Y3 Y4 Y5 Y6 Y7
expect count A=7 B=7 draw=93 discard=1
expect cards 108
