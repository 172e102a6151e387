# All Wild: after a swap the one who came to one card must call; the swapper cannot be caught while choosing.
rules all_wild
seats 3
hand A: WX WR
hand B: W W W W W
hand C: W W
discard: W
turn A
A: play WX
expect turn A
expect phase target
refused C: catch A because not_catchable
A: target B
expect hand B: WR
expect hand A: W W W W W
expect uno B=open
expect uno A=none
refused C: catch A because not_catchable
B: uno
expect uno B=safe
