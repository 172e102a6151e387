# A Wild as last card ends the round at once; a colour that comes with it is simply not needed.
rules classic
seats 2
hand A: W
hand B: R3 B1
discard: R7
turn A
A: play W green
expect over round
refused A: color green because round_over
expect scores A=4
