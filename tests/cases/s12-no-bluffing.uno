# No bluffing: a Wild Draw Four only without the colour, and no challenges.
rules classic no_bluffing=true
seats 2
hand A: W+4 R1 G2
hand B: B1 B2
discard: R4
turn A
refused A: play W+4 blue because not_playable
A: play R1
B: draw
