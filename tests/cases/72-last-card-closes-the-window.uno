# B's last card closes A's window: B wins, A draws nothing for the forgotten call.
rules classic
seats 3
hand A: R1 R2
hand B: RS
hand C: Y1 G2
discard: R7
turn A
A: play R1
expect uno A=open
B: play RS
expect over round
expect count A=1
expect scores B=5 A=0
refused C: catch A because round_over
