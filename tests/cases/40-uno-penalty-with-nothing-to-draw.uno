# Caught with nothing left to draw: no card, but the mark is cleared.
rules classic
loose
seats 3
hand A: Y1
hand B: G2 G3
hand C: B3 B4
discard: R7
draw: none
uno A=open
turn B
C: catch A
expect count A=1 draw=0
expect uno A=none
expect turn B
refused B: catch A because not_catchable
refused A: uno because no_uno_due
