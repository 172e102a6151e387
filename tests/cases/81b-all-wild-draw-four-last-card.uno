# All Wild: a Wild Draw Four as last card: the next player draws four, they count.
rules all_wild target_score=500
seats 3
hand A: W+4
hand B: W
hand C: WR
discard: W
draw: W W W W rest
turn A
A: play W+4
expect over round
expect count B=5 C=1
expect scores A=150
