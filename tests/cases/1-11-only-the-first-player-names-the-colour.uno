# A Wild turned up: nobody but the first player can act, and he only by naming a colour.
rules classic
seats 3
dealer C
deck R1 Y1 B1 R2 Y2 B2 R3 Y3 B3 R4 Y4 B4 R5 Y5 B5 R6 Y6 B6 G7 Y7 B7 W rest
deal
expect turn A
expect phase color
expect legal A: color *
expect legal B: none
expect legal C: none
refused B: play Y1 because not_your_turn
refused C: color red because not_your_turn
A: color blue
expect turn A
expect phase play
