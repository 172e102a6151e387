# All Wild: who got one card by a swap and is next may go out with it, called or not.
rules all_wild
seats 3
hand A: WX WR
hand B: W W W
hand C: W W
discard: W
turn A
A: play WX target B
expect turn B
expect uno B=open
B: play WR
expect over match
expect rank B=1 C=2 A=3
