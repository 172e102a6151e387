# An answer closes the windows; accepting does not.
rules classic skip_answers_skip=true
seats 3
hand A: RS R1
hand B: BS B1 B2
hand C: GS G1 G2
discard: R4
turn A
A: play RS
expect uno A=open
B: play BS
expect uno A=none
C: play GS
expect turn A
A: accept
expect turn B
