# The seat asked leaves: the next one is on turn, and not skipped.
rules classic skip_answers_skip=true
seats 3
hand A: RS R1 R2
hand B: BS B1 B2
hand C: GS G1 G2
discard: R4
turn A
A: play RS
B: resign
expect turn C
expect phase play
