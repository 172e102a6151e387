# All Wild: a Wild counts twenty, every other card fifty.
rules all_wild target_score=500
seats 3
hand A: WR
hand B: W W
hand C: WX
discard: W
turn A
A: play WR
expect over round
expect scores A=90
