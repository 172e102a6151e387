# Two players: between the Skip and the last card there is time to catch.
rules classic
seats 2
hand A: RS R1
hand B: B1 B2
discard: R7
turn A
A: play RS
B: catch A
expect count A=5
expect uno A=none
expect turn A
expect phase play
