# Draw to match: after a card that does not fit one may draw on; a card that fits ends it.
rules classic draw_to_match=true
seats 2
hand A: G1 G2
hand B: B1 B2
discard: R4
draw: Y8 B9 R1 rest
turn A
A: draw
expect phase drawn
expect legal A: draw, keep
A: draw
A: draw
expect legal A: play R1, keep
A: play R1
expect count A=4
expect turn B
