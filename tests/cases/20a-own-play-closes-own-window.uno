# Two players: a Skip as second-to-last card, then at once the last one: the second play closes the window.
rules classic
seats 2
hand A: RS R1
hand B: B1 B2
discard: R7
turn A
A: play RS
expect uno A=open
expect turn A
A: play R1
expect over round
expect scores A=3 B=0
refused B: catch A because round_over
