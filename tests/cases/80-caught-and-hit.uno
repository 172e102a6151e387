# A caught player may be hit by the next Draw Two as well: two separate penalties.
rules classic
seats 2
hand A: R1 R2
hand B: R+2 B1 B2
discard: R7
turn A
A: play R1
B: catch A
expect count A=5
B: play R+2
expect count A=7
expect turn B
