# Only a Skip answers: no wild and no draw card, whatever may be stacked; and a Skip answers no draw card.
rules classic skip_answers_skip=true stacking=any_draw
seats 3
hand A: RS R+2 R1
hand B: R+2 W W+4 RR
hand C: RS R5 G1
discard: R4
turn A
A: play RS
expect legal B: accept
refused B: play R+2 because not_stackable
refused B: play W blue because not_stackable
refused B: challenge because not_challengeable
B: accept
expect turn C
C: play R5
A: play R+2
expect phase respond
expect pending 2
B: play R+2
expect legal C: accept
