# Stacking with challenges, legality applied to the stack: a stacked bluff costs its player the whole stack.
rules classic stacking=same_kind wild4_legality_when_stacking=applies
seats 3
hand A: W+4 B1 B2
hand B: W+4 G4 G5
hand C: Y1 Y2
discard: R7
turn A
A: play W+4 green
B: play W+4 red
C: challenge
expect sees C hand B: G4 G5
expect count A=2 B=10 C=2
expect turn C
expect phase play
