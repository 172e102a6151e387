# Play on, All Wild: a last Targeted Draw Two without a target yet hits the one who remains when the other leaves.
rules all_wild play_on_until_one_left=true
seats 3
hand A: WT
hand B: W W
hand C: WS WS
discard: W
draw: WR WR rest
turn A
A: play WT
expect phase target
B: resign
expect over match
expect hand C: WS WS WR WR
