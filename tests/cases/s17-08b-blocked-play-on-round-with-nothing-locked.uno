# Where the first one out counts the cards at the end, a blocked play-on round pays nothing.
rules stacking first_out_scoring=at_round_end
loose
seats 3
hand A: Y1
hand C: B3
discard: R7
draw: none
out B
turn A
A: pass
C: pass
expect over round
expect scores A=0 B=0 C=0
