# Three players become two: from then on a Reverse works as a Skip.
rules classic
seats 3
hand A: RR R1 R2
hand B: B1 B2 B3
hand C: R6 R3 R4
discard: R7
turn A
C: resign
expect turn A
A: play RR
expect turn A
expect phase play
A: play R1
expect turn B
