# However the pile is shuffled, no Wild Draw Four stays on top, even with three more of them right behind.
rules classic
seats 2
dealer A
seed 4
deck R1 Y1 R2 Y2 R3 Y3 R4 Y4 R5 Y5 R6 Y6 R7 Y7 W+4 W+4 W+4 W+4 rest
deal
expect not top W+4
expect count draw=93 discard=1
expect cards 108
