# Two players: an accepted Wild Draw Four costs four cards and the turn.
rules classic
seats 2
hand A: W+4 B1 R2
hand B: B1 B2 B3
discard: R7
draw: G8 Y8 G7 Y7 rest
turn A
A: play W+4 green
expect turn B
expect phase respond
expect pending 4
expect legal B: accept, challenge
B: accept
expect hand B: B1 B2 B3 G8 Y8 G7 Y7
expect turn A
expect phase play
expect color green
expect pending 0
