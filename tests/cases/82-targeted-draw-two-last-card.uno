# All Wild: a Targeted Draw Two as last card: the target is chosen, draws two, they count, then the round ends.
rules all_wild target_score=500
seats 3
hand A: WT
hand B: W
hand C: WR
discard: W
draw: W W rest
turn A
A: play WT
expect not over round
expect phase target
expect turn A
A: target C
expect over round
expect count B=1 C=3
expect scores A=110
