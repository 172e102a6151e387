# All Wild, three players: Skip Two comes round to the same player.
rules all_wild
seats 3
hand A: WSS W W
hand B: W W
hand C: W W
discard: W
turn A
A: play WSS
expect turn A
