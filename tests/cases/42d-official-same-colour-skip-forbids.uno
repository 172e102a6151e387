# Official: an action card of the colour forbids the Wild Draw Four.
rules official
seats 3
hand A: W+4 RS B1
hand B: B1 B2
hand C: G3 G4
discard: R7
turn A
expect legal A: play RS, draw
refused A: play W+4 blue because not_playable
