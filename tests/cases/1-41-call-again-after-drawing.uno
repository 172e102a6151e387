# A call is void once a card is drawn; with two cards again it may and must be made again.
rules classic
seats 2
hand A: R1
hand B: Y3 Y4
discard: G7
draw: B9 B8 rest
uno A=safe
turn A
A: draw
expect uno A=none
expect count A=2
expect turn B
B: draw
expect turn A
A: uno
expect uno A=announced
