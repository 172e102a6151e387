# The pile is empty but discards lie under the top card: drawing is allowed and brings them back.
rules classic
loose
seats 2
hand A: Y1 Y2
hand B: B1 B2
discard: B4 B5 B6 R7
draw: none
turn A
expect legal A: draw
A: draw
expect count A=3 draw=2 discard=1
expect turn B
