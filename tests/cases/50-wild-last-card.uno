# A Wild as last card asks for no colour.
rules classic
seats 3
hand A: W
hand B: B1
hand C: Y9
discard: R7
turn A
expect legal A: play W, draw
A: play W
expect over round
expect scores A=10 B=0 C=0
