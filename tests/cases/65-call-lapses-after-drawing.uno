# A call before a card that is then not played lapses, without penalty.
rules classic
seats 3
hand A: R1 R2
hand B: BS B1
hand C: Y1 G2
discard: R7
draw: R9 rest
turn A
A: uno
expect uno A=announced
A: draw
expect phase drawn
A: keep
expect uno A=none
expect count A=3
expect turn B
refused B: catch A because not_catchable
