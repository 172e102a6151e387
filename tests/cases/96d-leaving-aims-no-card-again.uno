# All Wild: a targeted card that has done its work is not aimed again when a leaver makes two players remain.
rules all_wild
seats 3
hand A: WT W W
hand B: W W
hand C: W W
discard: W
turn A
A: play WT target B
expect turn B
C: resign
expect events SeatLeft
expect count A=2 B=4
expect turn B
