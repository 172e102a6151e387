# All Wild, two players: the only possible target is not asked for; he draws two and has the next turn.
rules all_wild
seats 2
hand A: WT W W
hand B: W W W
discard: W
turn A
A: play WT
expect turn B
expect phase play
expect count A=2 B=5
