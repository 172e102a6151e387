# Jump-in: wilds stay out of it, though another one lies on the pile.
rules classic jump_in=true
seats 3
hand A: W R1 G2
hand B: G3 R3 B2
hand C: W Y3 Y1
discard: R4
turn A
A: play W green
refused C: play W red because not_your_turn
B: play G3
