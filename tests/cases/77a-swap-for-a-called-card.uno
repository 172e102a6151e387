# All Wild: a call does not travel with the hand; the new owner of one card must call anew.
rules all_wild
seats 3
hand A: WX WR WR
hand B: W
hand C: W W
discard: W
uno B=safe
turn A
A: play WX target B
expect hand A: W
expect hand B: WR WR
expect uno A=open
expect uno B=none
C: catch A
expect count A=3
