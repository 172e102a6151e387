# Official: a forgotten call costs two cards.
rules official
seats 3
hand A: R1 R2
hand B: BS B1
hand C: Y1 G2
discard: R7
turn A
A: play R1
B: catch A
expect count A=3
