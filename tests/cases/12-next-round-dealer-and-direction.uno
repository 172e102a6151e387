# The next dealer sits one seat clockwise and play starts clockwise again, though the last round ended the other way.
rules classic
seats 3
dealer A
seed 1
hand A: R5
hand B: BS B2
hand C: Y9
discard: R7
direction ccw
turn A
A: play R5
expect over round
expect direction ccw
any: next-round
expect round 2
expect dealer B
expect direction cw
expect count A=7 B=7 C=7 draw=86 discard=1
expect cards 108
