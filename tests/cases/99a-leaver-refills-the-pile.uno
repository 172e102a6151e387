# With nothing left to draw, the cards of somebody who leaves make drawing possible again.
rules classic
loose
seats 3
hand A: Y1 Y2
hand B: G2 G3
hand C: B3 B4
discard: R7
draw: none
turn A
expect legal A: pass
A: pass
expect turn B
C: resign
expect turn B
expect count C=0 draw=0 discard=3
expect top R7
refused B: pass because can_draw
expect legal B: draw
B: draw
expect count B=3 discard=1 draw=1
expect cards 7
