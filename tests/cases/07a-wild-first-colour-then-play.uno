# A Wild turned up: the first player must name a colour, then plays in it himself.
rules classic
seats 3
dealer A
deck R1 Y1 B1 R2 Y2 B2 R3 Y3 B3 R4 Y4 B4 R5 Y5 B5 R6 Y6 B6 G7 Y7 B7 W rest
deal
expect turn B
expect phase color
expect legal B: color *
refused B: play G7 because must_choose_color
refused B: draw because must_choose_color
refused B: pass because must_choose_color
refused C: color blue because not_your_turn
B: color red
expect turn B
expect phase play
expect color red
expect top W
refused B: play G7 because not_playable
B: play R1
expect turn C
