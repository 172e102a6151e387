# A Wild Draw Four on a Wild Draw Four is honest when no card of the named colour is held.
rules classic
seats 4
hand A: W+4 B1 B2
hand B: B3 B4
hand C: W+4 R3 R4
hand D: Y1 Y2
discard: R7
turn A
A: play W+4 green
B: accept
expect turn C
C: play W+4 red
expect turn D
D: challenge
expect sees D hand C: R3 R4
expect count C=2 D=8
expect turn A
