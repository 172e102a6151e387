# Automatic enforcement: whom the table catches as the next player draws takes the last cards there are; that draw is then a pass.
rules official uno_enforcement=automatic
seats 3
loose
hand A: R1 Y9
hand B: B2 B3 B4
hand C: Y4 Y5
discard: G8 R7
draw: none
turn A
A: play R1
B: draw
expect events Caught Reshuffled Drew TurnMoved
expect count A=3 B=3
expect turn C
