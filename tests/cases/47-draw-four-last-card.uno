# A Wild Draw Four as last card: no challenge, the victim draws four, they count.
rules classic
seats 3
hand A: W+4
hand B: BS R1
hand C: Y9
discard: R7
draw: G1 G2 G3 G4 rest
turn A
expect legal A: play W+4, draw
A: play W+4
expect over round
expect count A=0 B=6 C=1
expect scores A=40 B=0 C=0
refused B: challenge because round_over
