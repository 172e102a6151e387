# All Wild: both come to one card and both can be caught, each on his own.
rules all_wild
seats 3
hand A: WX WR
hand B: W
hand C: W W
discard: W
uno B=safe
turn A
A: play WX target B
expect uno A=open
expect uno B=open
C: catch A
expect count A=3 B=1
C: catch B
expect count A=3 B=3
