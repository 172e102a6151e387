# The leader resigns: he is last, the match goes on without him.
rules classic
seats 3
hand A: R5 R6
hand B: B5 B6
hand C: Y5 Y6
discard: R7
scores A=10 B=480 C=20
turn A
B: resign
expect not over match
expect turn A
A: play R5
expect turn C
C: resign
expect over match
expect rank A=1 C=2 B=3
expect scores A=10 B=480 C=20
