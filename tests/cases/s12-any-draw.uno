# Any draw card on any draw card: a Wild Draw Four on a Draw Two.
rules classic stacking=any_draw
seats 3
hand A: R+2 R1 G2
hand B: W+4 B1 B2
hand C: Y+2 Y1
discard: R4
turn A
A: play R+2
B: play W+4 green
expect turn C
expect pending 6
C: play Y+2 uno
expect turn A
expect pending 8
expect color yellow
A: accept
expect count A=10
