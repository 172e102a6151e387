# A first Wild named red: a Wild Draw Four by a player who still holds red is a bluff.
rules classic
seats 3
dealer A
deck R1 Y1 B1 G2 Y2 B2 G3 Y3 B3 G4 Y4 B4 G5 Y5 B5 G6 Y6 B6 W+4 Y7 B7 W rest
deal
B: color red
B: play W+4 blue
expect turn C
expect phase respond
expect pending 4
C: challenge
expect sees C hand B: R1 G2 G3 G4 G5 G6
expect hidden A hand B
expect count B=10 C=7
expect turn C
expect phase play
expect color blue
