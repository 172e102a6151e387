# All Wild: a Wild Draw Two as last card: the next player draws two, they count.
rules all_wild
seats 3
hand A: W+2
hand B: W
hand C: WR
discard: W
draw: W W rest
turn A
A: play W+2
expect over match
expect count B=3 C=1
expect scores A=110
