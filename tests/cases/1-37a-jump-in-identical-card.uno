# Jump-in: the identical card may be played out of turn, and play goes on from there.
rules classic jump_in=true
seats 4
hand A: R5 Y1 Y2
hand B: G5 B2 B3
hand C: R5 G4 G6
hand D: R9 B4 B6
discard: R7
turn A
A: play R5
expect turn B
refused D: play R9 because not_your_turn
C: play R5
expect turn D
expect count B=3 C=2
