# The player on turn leaves, a drawn card in hand: the turn passes and the card goes with the hand.
rules classic
seats 3
hand A: Y1 Y2 R9
hand B: R1 B2
hand C: G1 G2
discard: R7
phase drawn R9
turn A
expect legal A: play R9, keep
A: resign
expect turn B
expect phase play
expect count A=0 discard=4
expect cards 108
