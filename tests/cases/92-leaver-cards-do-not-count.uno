# The cards of somebody who left are not scored.
rules classic
seats 3
hand A: R5 R1
hand B: R6
hand C: W W W+4 W+4 RS RS
discard: R7
turn B
C: resign
B: play R6
expect over round
expect scores B=6 A=0 C=0
