# Late call and catch together: the catch arrives first and costs.
rules classic
seats 3
hand A: R1 R2
hand B: BS B1
hand C: Y1 G2
discard: R7
turn A
A: play R1
B: catch A
refused A: uno because no_uno_due
expect count A=5
