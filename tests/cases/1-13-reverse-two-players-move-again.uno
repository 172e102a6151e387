# Two players: whoever plays a Reverse moves again, and again after the next one.
rules classic
seats 2
hand A: RR GR G2 R9
hand B: B1 B2 B3
discard: R7
turn A
A: play RR
expect turn A
expect phase play
refused B: play B1 because not_your_turn
A: play GR
expect turn A
expect direction cw
refused B: draw because not_your_turn
A: play G2
expect turn B
