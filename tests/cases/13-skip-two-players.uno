# Two players: a Skip brings the turn straight back.
rules classic
seats 2
hand A: RS R1 R2
hand B: B1 B2 B3
discard: R7
turn A
A: play RS
expect turn A
expect phase play
expect count A=2 B=3
