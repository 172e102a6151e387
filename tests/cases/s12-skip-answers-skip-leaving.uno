# Who leaves instead of answering takes the Skip along; if the one who played it leaves, it stands.
rules classic skip_answers_skip=true
seats 4
hand A: RS R1 R2
hand B: BS B1 B2
hand C: GS G1 G2
hand D: Y1 Y2
discard: R4
turn A
A: play RS
A: resign
expect turn B
expect phase respond
expect legal B: play BS, accept
D: resign
expect phase respond
B: play BS
C: resign
expect over match
expect rank B=1
