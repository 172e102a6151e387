# Play on: out with a Wild: the one who is out still names the colour.
rules stacking
seats 3
hand A: R1 R2
hand B: W
hand C: Y1 G2
discard: R7
turn B
B: play W
expect turn B
expect phase color
expect count B=0
refused C: play Y1 because not_your_turn
B: color green
expect turn C
expect phase play
expect color green
C: play G2
