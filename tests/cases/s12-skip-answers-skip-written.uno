# A position with an open Skip, written down: nothing to draw.
rules classic skip_answers_skip=true jump_in=true
seats 3
hand A: R1 R2
hand B: B1 B2
hand C: GS RS
discard: RS
turn B
phase respond 0 from A
expect legal B: accept
expect legal C: none
B: accept
expect turn C
expect count B=2
