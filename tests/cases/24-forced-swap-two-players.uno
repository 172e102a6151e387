# All Wild, two players: the hands change places unasked and the other has the next turn.
rules all_wild
seats 2
hand A: WX WR WR
hand B: W W W
discard: W
turn A
A: play WX
expect turn B
expect phase play
expect hand A: W W W
expect hand B: WR WR
