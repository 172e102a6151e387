# Nobody but the victim may challenge.
rules classic
seats 3
hand A: W+4 R1 B2
hand B: B3 B4
hand C: Y1 Y2
discard: R7
turn A
A: play W+4 green
refused C: challenge because not_your_turn
refused A: challenge because not_your_turn
expect legal C: none
expect legal B: accept, challenge
expect pending 4
B: challenge
