# Three players: after a Reverse play runs A, C, B, A.
rules classic
seats 3
hand A: RR R1 R2
hand B: R5 B2 B3
hand C: R6 R3 R4
discard: R7
turn A
A: play RR
C: play R3
expect turn B
B: play R5
expect turn A
