# One hand: hands worth nothing share second place, the next is fourth.
rules classic target_score=null
seats 4
hand A: R5
hand B: G0
hand C: B0
hand D: Y5
discard: R7
turn A
A: play R5
expect over match
expect rank A=1 B=2 C=2 D=4
expect scores A=5
