# When the last opponent leaves, the one who stays wins without points for the unfinished round.
rules classic
seats 2
hand A: R5 Y2 W
hand B: R3 B1
discard: R7
scores A=30 B=20
turn B
A: resign
expect over match
expect scores A=30 B=20
expect rank A=2 B=1
