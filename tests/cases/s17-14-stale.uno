# A move made for an older position is refused, whatever it is.
rules classic
seats 2
hand A: RS R2 R3
hand B: R4 G4
discard: R7
version 12
turn A
A@12: play RS
refused A@12: play R2 because stale
refused B@12: catch A because stale
expect count A=2
A: play R2
