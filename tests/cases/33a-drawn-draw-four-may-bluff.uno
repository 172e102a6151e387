# Classic: a drawn Wild Draw Four may be played at once, also as a bluff; the rest of the hand decides.
rules classic
seats 3
hand A: R5 G1
hand B: B1 B2
hand C: G3 G4
discard: R7
draw: W+4 rest
turn A
A: draw
expect legal A: play W+4 *, keep
A: play W+4 blue
B: challenge
expect sees B hand A: R5 G1
expect count A=6 B=2
expect turn B
