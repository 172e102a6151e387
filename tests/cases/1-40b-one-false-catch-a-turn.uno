# Where a false catch costs, it may be made once in a turn: it is no way to draw cards at will.
rules classic false_catch_penalty=2
seats 3
hand A: R1 Y9
hand B: R3 B2 B3
hand C: R4 R5
discard: R7
turn A
C: catch A
refused C: catch A because not_catchable
refused C: catch B because not_catchable
B: catch A
expect count A=2 B=5 C=4
A: play R1
C: catch A
B: play R3
C: catch B
expect count A=5 B=4 C=6
