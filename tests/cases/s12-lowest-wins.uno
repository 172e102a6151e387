# Lowest wins: everybody is charged his own cards, and the lowest total wins once somebody reaches the target.
rules classic score_mode=lowest_wins target_score=200
seats 3
hand A: R1
hand B: B1 BS
hand C: W W
discard: R4
scores A=50 B=20 C=110
turn A
A: play R1
expect over match
expect scores A=50 B=41 C=210
expect rank A=2 B=1 C=3
