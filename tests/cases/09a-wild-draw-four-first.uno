# A Wild Draw Four is never the first card: it goes back, the pile is shuffled, nobody draws.
rules classic
seats 2
dealer A
seed 9
deck R1 Y1 R2 Y2 R3 Y3 R4 Y4 R5 Y5 R6 Y6 R7 Y7 W+4 rest
deal
expect not top W+4
expect hand B: R1 R2 R3 R4 R5 R6 R7
expect hand A: Y1 Y2 Y3 Y4 Y5 Y6 Y7
expect count draw=93 discard=1
expect cards 108
