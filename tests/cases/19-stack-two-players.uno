# Stacking, two players: A's Draw Two comes back doubled; A draws four and B goes on.
rules stacking
seats 2
hand A: R+2 G1 G2
hand B: B+2 B2 B3
discard: R7
turn A
A: play R+2
expect turn B
expect phase respond
expect pending 2
B: play B+2
expect turn A
expect phase respond
expect pending 4
expect legal A: accept
A: accept
expect count A=6 B=2
expect turn B
expect phase play
expect color blue
