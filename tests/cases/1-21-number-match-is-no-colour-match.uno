# A Wild Draw Four beside the same number in another colour and a Wild is honest.
rules classic
seats 3
hand A: W+4 R7 W
hand B: R1 B2
hand C: Y3 G2
discard: B7
turn A
A: play W+4 green
B: challenge
expect count A=2 B=8
expect turn C
