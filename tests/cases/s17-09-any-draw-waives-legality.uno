# Any draw: a stacked Wild Draw Four is lawful whatever the table says of stacking, so doubting it costs two more.
rules classic stacking=any_draw wild4_legality_when_stacking=applies
seats 3
hand A: R+2 R1 G2
hand B: W+4 R3 B2
hand C: Y3 Y1
discard: R4
turn A
A: play R+2
B: play W+4 green
C: challenge
expect count B=2 C=10
expect turn A
