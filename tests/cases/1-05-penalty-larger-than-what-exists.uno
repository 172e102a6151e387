# Four due, two to be had: the victim draws two, loses the turn, and owes nothing later.
rules classic challenge=false wild4_legality=enforced
loose
seats 3
hand A: W+4 B5 B6
hand B: B1 B2
hand C: G3 G4
discard: R7
draw: G9
turn A
A: play W+4 blue
expect count B=4 draw=0 discard=1
expect turn C
expect phase play
C: pass
expect turn A
A: play B5
expect turn B
expect count B=4
B: play B1
expect count A=1 B=3
