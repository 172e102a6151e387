# The Serbian text lets a draw card be the last one: the next player draws before the points are counted.
rules official
seats 3
hand A: R+2
hand B: B5
hand C: G1
discard: R7
draw: Y9 BS rest
turn A
A: play R+2
expect over round
expect hand B: B5 Y9 BS
expect scores A=35 B=0 C=0
