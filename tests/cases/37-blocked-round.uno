# Everybody passes once round: the round is over without points, and the deal moves on.
rules classic
loose
seats 3
dealer A
hand A: Y1
hand B: G2
hand C: B3
discard: R7
draw: none
turn B
B: pass
C: pass
expect turn A
A: pass
expect over round
expect scores A=0 B=0 C=0
any: next-round
expect dealer B
expect round 2
