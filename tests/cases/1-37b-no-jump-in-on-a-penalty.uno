# Jump-in: while a colour, a target or an answer is awaited nobody jumps in.
rules classic jump_in=true stacking=same_kind
seats 4
hand A: R+2 Y1 Y2
hand B: G5 B2 B3
hand C: R+2 G4 G6
hand D: R9 B4 B6
discard: R7
turn A
A: play R+2
expect phase respond
refused C: play R+2 because not_your_turn
B: accept
