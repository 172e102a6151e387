# Playing on, the Skip of somebody who went out with it is answered all the same; the points are fixed at its end.
rules stacking skip_answers_skip=true
seats 4
hand A: RS
hand B: BS B1 B2
hand C: GS G1
hand D: Y1 Y2
discard: R4
turn A
A: play RS
expect turn B
B: play BS
C: accept
expect events Lifted Skipped ScoreLocked TurnMoved
expect turn D
