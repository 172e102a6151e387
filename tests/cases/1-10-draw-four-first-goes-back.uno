# A Wild Draw Four turned up goes back and the pile is shuffled until something else comes: nobody draws, nobody answers.
rules classic
seats 3
dealer C
seed 10
deck R1 Y1 B1 R2 Y2 B2 R3 Y3 B3 R4 Y4 B4 R5 Y5 B5 R6 Y6 B6 R7 Y7 B7 W+4 rest
deal
expect not top W+4
expect pending 0
expect not phase respond
expect hand C: B1 B2 B3 B4 B5 B6 B7
expect count draw=86 discard=1
expect cards 108
