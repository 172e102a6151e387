# Once somebody is out, nothing changes a hand or a score any more.
rules classic
seats 3
hand A: R1
hand B: R2 B2
hand C: R3 G2
discard: R7
turn A
A: play R1
expect over round
expect scores A=9
refused B: play R2 because round_over
refused A: draw because round_over
refused B: draw because round_over
refused C: catch B because round_over
refused B: uno because round_over
expect count A=0 B=2 C=2
expect scores A=9 B=0 C=0
