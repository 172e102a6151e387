# The player on turn leaves while play runs the other way: the next live seat in that direction is on.
rules classic
seats 4
left A
hand B: R1 B2
hand C: G1 G2
hand D: R3 Y4
discard: R7
direction ccw
turn B
B: resign
expect turn D
expect direction ccw
D: play R3
expect turn C
