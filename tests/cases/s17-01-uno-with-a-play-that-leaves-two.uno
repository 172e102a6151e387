# A call that rides on a play which leaves two cards has the whole play refused.
rules classic
seats 2
hand A: R1 R2 R3
hand B: B1 B2
discard: R7
turn A
refused A: play R1 uno because no_uno_due
refused A: uno because no_uno_due
expect count A=3
expect top R7
expect turn A
A: play R1
