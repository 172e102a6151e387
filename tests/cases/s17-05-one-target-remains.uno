# All Wild: when leaving makes one target remain, nobody needs to choose any more.
rules all_wild
seats 3
hand A: WT W W
hand B: W W
hand C: W W
discard: W
turn A
A: play WT
expect phase target
B: resign
expect turn C
expect phase play
expect count C=4
