# Catching somebody with two cards is refused and costs nothing.
rules classic
seats 3
hand A: R1 R2
hand B: BS B1
hand C: Y1 G2
discard: R7
turn A
refused B: catch A because not_catchable
refused B: catch B because not_catchable
expect count A=2 B=2
