# Fewer cards than due: the victim draws what there is, owes nothing, and still loses the turn.
rules classic
loose
seats 3
hand A: W+4 B5 B6
hand B: B1 B2
hand C: G3 G4
discard: Y1 R7
draw: G9
turn A
A: play W+4 green
B: accept
expect count B=5 draw=0 discard=1
expect turn C
expect phase play
expect pending 0
