# A Skip as the last card ends the round and asks nobody, also when it is an answer.
rules classic skip_answers_skip=true
seats 3
hand A: RS R1
hand B: BS
hand C: GS G1
discard: R4
turn A
A: play RS uno
B: play BS
expect events Played WentOut Lifted RoundEnded
expect over round
expect scores B=22
