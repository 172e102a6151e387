# A Skip is answered with a Skip of another colour: the one after is skipped, or answers in turn.
rules classic skip_answers_skip=true
seats 4
hand A: RS R1 R2
hand B: BS B1 B2
hand C: GS R5 G1
hand D: Y1 Y2
discard: R4
turn A
A: play RS
expect events Played Threatened
expect turn B
expect phase respond
expect pending 0
expect legal B: play BS, accept
refused B: play B1 because not_stackable
refused C: accept because not_your_turn
B: play BS
expect color blue
expect turn C
C: accept
expect events Lifted Skipped TurnMoved
expect turn D
expect phase play
expect count A=2 B=2 C=3 D=2
