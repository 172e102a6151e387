# All Wild: the swapper may call with the play for the one card he is about to get.
rules all_wild
seats 3
hand A: WX WR WR
hand B: W
hand C: W W
discard: W
uno B=safe
turn A
A: play WX target B uno
expect hand A: W
expect uno A=safe
expect uno B=none
