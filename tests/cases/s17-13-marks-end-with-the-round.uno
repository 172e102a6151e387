# UNO marks end with the round.
rules classic
seats 3
hand A: R1 R2
hand B: R3
hand C: G4 G5
discard: R7
uno B=safe
turn A
A: play R1
B: play R3
expect over round
expect uno A=none B=none
