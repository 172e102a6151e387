# A Wild Draw Four on a Wild Draw Four is a bluff when a card of the named colour is held.
rules classic
seats 4
hand A: W+4 B1 B2
hand B: B3 B4
hand C: W+4 G3 R4
hand D: Y1 Y2
discard: R7
turn A
A: play W+4 green
B: accept
C: play W+4 red
D: challenge
expect count C=6 D=2
expect turn D
expect color red
