# Two players: a bluff that is challenged costs its player the four; the challenger plays on in the named colour.
rules classic
seats 2
hand A: W+4 R1 G2
hand B: B1 B2 G3
discard: R7
turn A
A: play W+4 green
B: challenge
expect count A=6 B=3
expect sees B hand A: R1 G2
expect turn B
expect phase play
expect color green
expect pending 0
refused B: play B1 because not_playable
B: play G3
expect turn A
