# Two players: a Skip turned up costs the non-dealer the first turn.
rules classic
seats 2
dealer A
deck R1 Y1 R2 Y2 R3 Y3 R4 Y4 R5 Y5 R6 Y6 R7 Y7 GS rest
deal
expect turn A
expect phase play
expect direction cw
expect count A=7 B=7
