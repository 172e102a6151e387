# All Wild: who leaves before naming a target hits nobody.
rules all_wild
seats 3
hand A: WT W W
hand B: W W
hand C: W W
discard: W
turn A
A: play WT
A: resign
expect turn B
expect phase play
expect count A=0 B=2 C=2
