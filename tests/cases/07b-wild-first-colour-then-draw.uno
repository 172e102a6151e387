# A Wild turned up: having named a colour the first player may also draw.
rules classic
seats 3
dealer A
deck R1 Y1 B1 R2 Y2 B2 R3 Y3 B3 R4 Y4 B4 R5 Y5 B5 R6 Y6 B6 G7 Y7 B7 W Y9 rest
deal
B: color red
B: draw
expect turn C
expect color red
expect count B=8
