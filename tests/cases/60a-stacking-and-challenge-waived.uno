# Stacking with challenges: a stacked Wild Draw Four cannot be a bluff; a wrong challenge costs the stack and two.
rules classic stacking=same_kind
seats 3
hand A: W+4 B1 B2
hand B: W+4 G4 G5
hand C: Y1 Y2
discard: R7
turn A
A: play W+4 green
expect legal B: accept, challenge, play W+4 *
B: play W+4 red
expect turn C
expect pending 8
C: challenge
expect count B=2 C=12
expect turn A
expect pending 0
