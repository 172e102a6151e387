# Official: without a card of the colour a drawn Wild Draw Four may be played; it hits at once.
rules official
seats 3
hand A: Y5 G1
hand B: B1 B2
hand C: G3 G4
discard: R7
draw: W+4 rest
turn A
A: draw
expect legal A: play W+4 *, keep
A: play W+4 blue
expect count A=2 B=6
expect turn C
expect phase play
