# A UNO called before a swap that brings one card need not ride with it, and is noted once if it does.
rules classic seven_zero=true
seats 3
hand A: R7 G1 G2
hand B: B1
hand C: Y1 Y2
discard: R5
turn A
A: uno
expect uno A=announced
A: play R7 target B uno
expect events Played TargetChosen Swapped Marked TurnMoved
expect uno A=safe
