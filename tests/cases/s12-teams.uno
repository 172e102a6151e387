# Teams: when one partner is out both take the points of both opponents.
rules classic teams_2v2=true
seats 4
hand A: R1
hand B: B1 BS
hand C: W W
hand D: Y9
discard: R4
turn A
A: play R1
expect over round
expect scores A=30 C=30 B=0 D=0
