# All Wild, two players: Skip Two costs the other one turn; his next turn is an ordinary one.
rules all_wild
seats 2
hand A: WSS W W W
hand B: W W W
discard: W
turn A
A: play WSS
expect turn A
A: play W
expect turn B
B: play W
expect turn A
