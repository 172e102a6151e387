# Fewer than six cards for a wrong challenge: what there is, and no debt.
rules classic
loose
seats 3
hand A: W+4 B5 B6
hand B: B1 B2
hand C: G3 G4
discard: Y1 R7
draw: G9
turn A
A: play W+4 green
B: challenge
expect count A=2 B=5 draw=0 discard=1
expect turn C
expect phase play
