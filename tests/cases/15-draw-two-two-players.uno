# Two players: after a Draw Two the other draws and the same player goes on.
rules classic
seats 2
hand A: R+2 R1 R2
hand B: B1 B2 B3
discard: R7
draw: G8 Y8 rest
turn A
A: play R+2
expect turn A
expect phase play
expect hand B: B1 B2 B3 G8 Y8
