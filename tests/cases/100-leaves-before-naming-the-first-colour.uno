# A Wild turned up and the first player leaves: the next one names the colour and plays.
rules classic
seats 3
dealer A
deck R1 Y1 B1 R2 Y2 B2 R3 Y3 B3 R4 Y4 B4 R5 Y5 B5 R6 Y6 B6 G7 Y7 B7 W rest
deal
B: resign
expect turn C
expect phase color
C: color yellow
expect turn C
expect phase play
expect color yellow
C: play Y1
expect turn A
