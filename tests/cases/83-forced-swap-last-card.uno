# All Wild: a Forced Swap as last card wins; no hand moves.
rules all_wild target_score=500
seats 3
hand A: WX
hand B: W
hand C: WR
discard: W
turn A
expect legal A: play WX, draw
A: play WX
expect over round
expect hand B: W
expect hand C: WR
expect scores A=70
