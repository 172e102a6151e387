# All Wild, three players: a target who is next in turn draws two and still plays.
rules all_wild
seats 3
hand A: WT W W
hand B: W W
hand C: W W
discard: W
turn A
A: play WT
expect turn A
expect phase target
expect legal A: target B, target C
refused A: target A because bad_target
A: target B
expect count B=4 C=2
expect turn B
expect phase play
B: play W
expect turn C
