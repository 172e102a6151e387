# Two players: a Reverse works as a Skip, and the arrow turns all the same.
rules classic
seats 2
hand A: RR R1 R2
hand B: B1 B2 B3
discard: R7
turn A
A: play RR
expect turn A
expect phase play
expect direction ccw
refused B: play B1 because not_your_turn
