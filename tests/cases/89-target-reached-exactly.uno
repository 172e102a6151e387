# Exactly the target is enough.
rules classic
seats 2
hand A: R5
hand B: B5
discard: R7
scores A=495 B=100
turn A
A: play R5
expect over match
expect scores A=500 B=100
expect rank A=1 B=2
