# All Wild, five players: B and C lose their turns, D plays.
rules all_wild
seats 5
hand A: WSS W W
hand B: W W
hand C: W W
hand D: W W
hand E: W W
discard: W
turn A
A: play WSS
expect turn D
