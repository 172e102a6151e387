# With a card of the colour named before, the second Wild Draw Four is not allowed.
rules official
seats 3
hand A: W+4 R3
hand B: R1 B2
hand C: Y3 G2
discard: W+4:red
turn A
refused A: play W+4 blue because not_playable
