# All Wild, two players, lose_two: who owes two turns owes a third, and the position says so.
rules all_wild skip_two_two_players=lose_two
seats 2
hand A: WSS W W
hand B: W W W
discard: WSS WSS
owed B B
turn A
A: play WSS
expect turn A
expect events Played Owed Skipped TurnMoved
