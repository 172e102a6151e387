# The victim of a Wild Draw Four leaves: the four lapse and the next seat plays as usual.
rules classic
seats 3
hand A: W+4 B1 B2
hand B: R6 Y1
hand C: G1 G2
discard: R7
turn A
A: play W+4 green
B: resign
expect turn C
expect phase play
expect pending 0
expect count A=2 B=0 C=2
expect color green
expect cards 108
