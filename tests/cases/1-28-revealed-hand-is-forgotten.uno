# The hand shown by a challenge is gone from the challenger's view with the next move.
rules classic
seats 3
hand A: W+4 R1 R2
hand B: G3 B2 B3
hand C: Y3 G2
discard: R7
turn A
A: play W+4 green
B: challenge
expect sees B hand A: R1 R2
expect hidden C hand A
B: play G3
expect hidden B hand A
expect hidden C hand A
