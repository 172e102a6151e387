# All Wild, four players: Skip Two passes over two.
rules all_wild
seats 4
hand A: WSS W W
hand B: W W
hand C: W W
hand D: W W
discard: W
turn A
A: play WSS
expect turn D
expect events Played Skipped Skipped TurnMoved
