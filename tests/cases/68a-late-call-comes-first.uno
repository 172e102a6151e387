# Late call and catch together: the call arrives first and saves.
rules classic
seats 3
hand A: R1 R2
hand B: BS B1
hand C: Y1 G2
discard: R7
turn A
A: play R1
A: uno
refused B: catch A because not_catchable
expect count A=1
