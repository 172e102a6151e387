# Back to one card after drawing: the old call is void, a new one is due.
rules classic
seats 3
hand A: Y1
hand B: BS B1
hand C: Y1 G2
discard: R7
draw: R9 rest
uno A=safe
turn A
A: draw
expect uno A=none
expect phase drawn
A: play R9
expect count A=1
expect uno A=open
C: catch A
expect count A=5
