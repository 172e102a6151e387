# Play on: out with a Reverse: the direction turns, nobody is skipped.
rules stacking
seats 3
hand A: R1 R2
hand B: RR
hand C: Y1 Y2
discard: R7
turn B
B: play RR
expect not over round
expect direction ccw
expect turn A
expect phase play
expect count B=0
