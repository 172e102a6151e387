# The colour named on the top Wild outlives a reshuffle of everything below it.
rules classic
loose
seats 2
hand A: R3 G3
hand B: B1 B2
discard: Y4 Y5 W:red
draw: B9
turn A
A: draw
expect color red
expect top W
expect count draw=2 discard=1
expect turn B
B: draw
expect turn A
expect color red
refused A: play G3 because not_playable
A: play R3
