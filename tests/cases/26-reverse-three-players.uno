# Three players: A's Reverse makes C next, then B; C's Reverse gives the turn back to A.
rules classic
seats 3
hand A: RR R1 R2
hand B: B1 B2 B3
hand C: RR R3 R4
discard: R7
turn A
A: play RR
expect turn C
expect direction ccw
C: play RR
expect turn A
expect direction cw
A: play R1
expect turn B
