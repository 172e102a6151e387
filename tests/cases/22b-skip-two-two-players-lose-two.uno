# All Wild, two players, lose_two: the other also misses the turn that would follow.
rules all_wild skip_two_two_players=lose_two
seats 2
hand A: WSS W W W W
hand B: W W W
discard: W
turn A
A: play WSS
expect turn A
A: play W
expect turn A
A: play W
expect turn B
