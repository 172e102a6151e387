# Who accepts has not played: the window of the Skip stays open until the next player acts.
rules classic skip_answers_skip=true
seats 3
hand A: RS R1
hand B: BS B1
hand C: GS G1 G2
discard: R4
turn A
A: play RS
B: uno
expect uno A=open B=announced
B: accept
expect uno A=open B=none
expect turn C
C: catch A
expect count A=5
