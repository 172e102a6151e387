# Who leaves before naming a colour leaves the old one lying.
rules classic
seats 3
hand A: W R1 R2
hand B: R6 Y1
hand C: G1 G2
discard: G7
turn A
A: play W
expect phase color
A: resign
expect turn B
expect phase play
expect color green
refused B: play R6 because not_playable
