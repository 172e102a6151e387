# Seven-0: a zero passes every hand on in the direction of play.
rules classic seven_zero=true
seats 3
hand A: R0 G1 G2 G3
hand B: B1 B2
hand C: Y4 Y5 Y6 Y8
discard: R4
turn A
A: play R0
expect hand B: G1 G2 G3
expect hand C: B1 B2
expect hand A: Y4 Y5 Y6 Y8
expect turn B
