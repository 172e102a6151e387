# Automatic enforcement: the penalty falls when the window would close, and nobody needs to notice.
rules official uno_enforcement=automatic
seats 3
hand A: R1 Y9
hand B: R3 B2 B3
hand C: R4 R5
discard: R7
turn A
A: play R1
refused C: catch A because not_catchable
B: play R3
expect events Caught Drew Played TurnMoved
expect count A=3
expect uno A=none
expect turn C
