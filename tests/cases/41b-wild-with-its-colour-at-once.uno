# A Wild may carry its colour, which saves the question.
rules stacking
seats 3
hand A: R5 W Y2
hand B: B1 B2
hand C: G3 G4
discard: R7
turn A
A: play W blue
expect turn B
expect phase play
expect color blue
