# All Wild: every drawn card fits: play it or keep it.
rules all_wild
seats 3
hand A: W W
hand B: W
hand C: WR
discard: W
draw: WS rest
turn A
expect legal A: play W, draw
A: draw
expect phase drawn
expect legal A: play WS, keep
A: keep
expect turn B
expect hand A: W W WS
