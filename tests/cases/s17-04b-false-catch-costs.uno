# Where a false catch costs, the one who points draws; nothing else moves.
rules classic false_catch_penalty=2
seats 3
hand A: R1 Y9
hand B: R3 B2 B3
hand C: R4 R5
discard: R7
turn A
C: catch A
expect events FalselyCaught Drew
expect count A=2 C=4
expect turn A
expect phase play
A: play R1
