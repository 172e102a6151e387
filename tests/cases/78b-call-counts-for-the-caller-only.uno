# All Wild: a call made with the swap is the swapper's; the other hand of one card is still uncalled.
rules all_wild
seats 3
hand A: WX WR
hand B: W
hand C: W W
discard: W
uno B=safe
turn A
A: play WX target B uno
expect uno A=safe
expect uno B=open
C: catch B
expect count B=3
