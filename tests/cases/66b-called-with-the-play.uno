# Called together with the second-to-last card: safe from the start.
rules classic
seats 3
hand A: R1 R2
hand B: BS B1
hand C: Y1 G2
discard: R7
turn A
A: play R1 uno
expect uno A=safe
refused B: catch A because not_catchable
refused A: uno because no_uno_due
