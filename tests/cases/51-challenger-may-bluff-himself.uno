# After a challenge won, the challenger has an ordinary turn and may bluff in his turn.
rules classic
seats 3
hand A: W+4 R1 B2
hand B: W+4 G4 G5
hand C: Y1 Y2
discard: R7
turn A
A: play W+4 green
B: challenge
expect turn B
expect phase play
expect legal B: play W+4 *, play G4, play G5, draw
B: play W+4 yellow
expect turn C
expect pending 4
C: challenge
expect sees C hand B: G4 G5
expect count B=6 C=2
