# A match: equal totals share a rank and the next rank is left out.
rules classic
seats 4
hand A: R5
hand B: GS
hand C: B9
hand D: YS Y1
discard: R7
scores A=470 B=300 C=300 D=40
turn A
A: play R5
expect over match
expect scores A=520 B=300 C=300 D=40
expect rank A=1 B=2 C=2 D=4
