# Play on: a blocked round pays the first one out what was locked, and nobody else anything.
rules stacking
loose
seats 3
hand A: Y1
hand C: B3
discard: R7
draw: none
out B
locked 52
turn A
A: pass
C: pass
expect over round
expect scores A=0 B=52 C=0
