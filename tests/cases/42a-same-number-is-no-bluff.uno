# A Wild Draw Four beside a card of the same number and a Wild is honest.
rules classic
seats 3
hand A: W+4 B7 W
hand B: B1 B2
hand C: G3 G4
discard: R7
turn A
A: play W+4 blue
B: challenge
expect sees B hand A: B7 W
expect count A=2 B=8
expect turn C
