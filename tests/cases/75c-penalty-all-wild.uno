# All Wild: a forgotten call costs two cards.
rules all_wild
seats 3
hand A: W WR
hand B: W W
hand C: W W
discard: W
turn A
A: play W
B: catch A
expect count A=3
