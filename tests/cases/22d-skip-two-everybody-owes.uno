# All Wild, two players, lose_two: the turn goes past everybody who owes one, debt by debt, to the first who owes none.
rules all_wild skip_two_two_players=lose_two
seats 2
hand A: W W W
hand B: W W W
discard: W
owed B A
turn A
A: play W
expect turn B
expect events Played Repaid Skipped Repaid Skipped TurnMoved
refused A: draw because not_your_turn
