# Two players: the four of a Wild Draw Four are drawn once.
rules classic
seats 2
hand A: W+4 R1 B2
hand B: R3 B2 B3
discard: R7
turn A
A: play W+4 green
B: accept
expect count B=7
expect turn A
A: draw
expect count B=7
