# Force play: a drawn card that fits is played at once.
rules classic force_play=true
seats 2
hand A: G1 G2
hand B: B1 B2
discard: R4
draw: R9 rest
turn A
A: draw
expect top R9
expect count A=2
expect turn B
