# Called first, then played: safe.
rules classic
seats 3
hand A: R1 R2
hand B: BS B1
hand C: Y1 G2
discard: R7
turn A
A: uno
A: play R1
expect uno A=safe
expect turn B
