# All Wild, two players: a Wild Reverse works as a skip.
rules all_wild
seats 2
hand A: WR W W
hand B: W W W
discard: W
turn A
A: play WR
expect turn A
expect direction ccw
