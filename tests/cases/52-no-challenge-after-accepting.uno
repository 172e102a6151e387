# Who accepted cannot challenge any more.
rules classic
seats 3
hand A: W+4 R1 B2
hand B: W+4 G4 G5
hand C: Y1 Y2
discard: R7
turn A
A: play W+4 green
B: accept
refused B: challenge because not_your_turn
expect turn C
expect count A=2 B=7
refused C: challenge because wrong_phase
