# Two players: who resigns loses the match, whatever the score.
rules classic
seats 2
hand A: RS R1
hand B: B1 B2
discard: R7
scores A=480 B=3
turn A
A: resign
expect over match
expect rank A=2 B=1
expect scores A=480 B=3
refused B: play B1 because match_over
refused B: next-round because match_over
