# Of two who catch, the first counts; one penalty only.
rules classic
seats 3
hand A: R1 R2
hand B: BS B1
hand C: Y1 G2
discard: R7
turn A
A: play R1
B: catch A
expect count A=5
refused C: catch A because not_catchable
expect count A=5 B=2 C=2
