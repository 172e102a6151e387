# Two players, classic: a Reverse turned up gives the dealer the first turn.
rules classic
seats 2
dealer A
deck R1 Y1 R2 Y2 R3 Y3 R4 Y4 R5 Y5 R6 Y6 R7 Y7 GR rest
deal
expect turn A
expect direction ccw
expect phase play
