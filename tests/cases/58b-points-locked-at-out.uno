# Stacking: what the first one out scores is counted when he is out and the draw is paid, not at the end.
rules stacking
seats 3
hand A: RS R9
hand B: R+2
hand C: YS
discard: R7
draw: G1 G2 rest
turn B
B: play R+2
C: accept
A: play RS
expect turn A
A: play R9
expect over round
expect scores A=0 B=52 C=0
