# One point short of the target the match goes on.
rules classic
seats 2
hand A: R5
hand B: B4
discard: R7
scores A=495 B=100
turn A
A: play R5
expect over round
expect not over match
expect scores A=499
