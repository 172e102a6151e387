# All Wild, two players, lose_two: two Skip Twos in a row make the other owe two turns, and each is lost when it would start.
rules all_wild skip_two_two_players=lose_two
seats 2
hand A: WSS WSS W W W W
hand B: W W W
discard: W
turn A
A: play WSS
expect turn A
A: play WSS
expect turn A
expect events Played Owed Skipped TurnMoved
A: play W
expect turn A
expect events Played Repaid Skipped TurnMoved
A: play W
expect turn A
expect events Played Repaid Skipped TurnMoved
A: play W uno
expect turn B
expect events Played Marked TurnMoved
