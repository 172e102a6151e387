# A UNO announced for a jump-in is void as soon as a Skip is to be answered instead.
rules classic skip_answers_skip=true jump_in=true
seats 4
hand A: R7 G1 G2
hand B: RS B1 B2
hand C: R7 Y1
hand D: G3 G4
discard: R5
turn A
A: play R7
C: uno
expect uno C=announced
B: play RS
expect events Played Marked Threatened
expect uno C=none
expect turn C
