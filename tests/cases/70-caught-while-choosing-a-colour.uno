# Caught while the colour is still to be named: draws the penalty, then names it with the new cards in view.
rules classic
seats 3
hand A: W R2
hand B: BS B1
hand C: Y1 G2
discard: R7
turn A
A: play W
expect phase color
expect uno A=open
B: catch A
expect count A=5
expect turn A
expect phase color
A: color blue
expect turn B
expect color blue
expect uno A=none
