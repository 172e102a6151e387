# What a Draw Two leads to, step by step.
rules classic
seats 3
hand A: R+2 R2 R3
hand B: R4 G4
hand C: B4 B5
discard: R7
turn A
A: play R+2
expect events Played Drew Skipped TurnMoved
C: draw
expect not events Drew
