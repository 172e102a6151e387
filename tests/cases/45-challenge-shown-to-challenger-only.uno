# The hand under challenge is shown to the challenger alone, until the next move.
rules classic
seats 3
hand A: W+4 R1 B2
hand B: B3 G4
hand C: Y1 Y2
discard: R7
turn A
A: play W+4 green
expect hidden B hand A
B: challenge
expect sees B hand A: R1 B2
expect hidden C hand A
expect hidden spectator hand A
expect hidden A hand B
B: play G4
expect hidden B hand A
expect hidden spectator hand B
