# The colour named on a Wild Draw Four is what counts for the next one, not its black face.
rules official
seats 3
hand A: W+4 B3
hand B: R1 B2
hand C: Y3 G2
discard: W+4:red
turn A
expect legal A: play W+4 *, draw
A: play W+4 blue
expect count B=6
expect color blue
