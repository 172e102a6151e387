# Nothing is left over from the round before.
rules classic
seats 2
seed 3
hand A: R5
hand B: B5
discard: R7
turn A
A: play R5
any: next-round
expect cards 108
expect count A=7 B=7 discard=1 draw=93
expect round 2
