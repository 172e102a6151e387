# Jump-in: a last card played out of turn ends the round at once.
rules classic jump_in=true
seats 3
hand A: R5 Y1 Y2
hand B: G5 B2 B3
hand C: R5
discard: R7
turn A
A: play R5
C: play R5
expect over round
expect scores C=13
