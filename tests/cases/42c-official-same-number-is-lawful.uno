# Official: a card of the same number or a Wild does not forbid the Wild Draw Four.
rules official
seats 3
hand A: W+4 B7 W
hand B: B1 B2
hand C: G3 G4
discard: R7
turn A
expect legal A: play W+4 *, play B7, play W *, draw
A: play W+4 blue
expect count B=6
expect turn C
