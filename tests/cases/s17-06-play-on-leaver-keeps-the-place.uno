# Play on, one hand: who is out keeps that place though leaving afterwards.
rules stacking target_score=null
seats 4
hand A: R1
hand B: R2 B9
hand C: R3
hand D: Y1 Y2
discard: R7
turn A
A: play R1
A: resign
B: play R2
C: play R3
expect not over match
expect turn D
D: draw
D: resign
expect over match
expect rank A=1 C=2 B=3 D=4
