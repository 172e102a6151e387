# Two players: challenging an honest Wild Draw Four costs six cards and the turn; the challenger sees the hand.
rules classic
seats 2
hand A: W+4 B1 G2
hand B: B1 B2 B3
discard: R7
turn A
A: play W+4 green
B: challenge
expect count A=2 B=9
expect sees B hand A: B1 G2
expect hidden spectator hand A
expect turn A
expect phase play
expect color green
