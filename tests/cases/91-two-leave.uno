# Two leave: the one who left first is last.
rules classic
seats 4
hand A: R5
hand B: B5 B6
hand C: Y5 Y6
hand D: G5 G6
discard: R7
scores A=495 B=100 C=300 D=400
turn A
D: resign
C: resign
A: play R5
expect over match
expect scores A=506
expect rank A=1 B=2 C=3 D=4
