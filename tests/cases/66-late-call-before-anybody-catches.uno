# Forgotten, but called before anybody noticed: safe.
rules classic
seats 3
hand A: R1 R2
hand B: BS B1
hand C: Y1 G2
discard: R7
turn A
A: play R1
expect uno A=open
A: uno
expect uno A=safe
refused C: catch A because not_catchable
expect count A=1
