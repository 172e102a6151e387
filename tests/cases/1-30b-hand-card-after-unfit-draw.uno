# After an unfit draw a fitting card of the hand must wait for the next turn.
rules classic
seats 2
hand A: R5 Y2
hand B: R3 B1
discard: R7
draw: B2 rest
turn A
A: draw
refused A: play R5 because not_your_turn
expect turn B
