# A Wild Draw Four beside a Skip of the colour is a bluff.
rules classic
seats 3
hand A: W+4 RS B1
hand B: B1 B2
hand C: G3 G4
discard: R7
turn A
A: play W+4 blue
B: challenge
expect count A=6 B=2
expect turn B
expect phase play
