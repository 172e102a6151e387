# Where a bluff is allowed and nobody may challenge it, a Wild Draw Four is drawn at once.
rules classic challenge=false
seats 3
hand A: W+4 R1 R2
hand B: B2 B3
hand C: G1 G2
discard: R7
turn A
A: play W+4 blue
expect events Played ColorChosen Drew Skipped TurnMoved
expect count B=6
expect turn C
refused B: challenge because not_your_turn
