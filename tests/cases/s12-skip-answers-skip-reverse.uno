# A Reverse that counts as a Skip for two is none: it is not answered, and answers nothing.
rules classic skip_answers_skip=true
seats 2
hand A: RR RS R1
hand B: RS BS RR
discard: R4
turn A
A: play RR
expect turn A
expect phase play
A: play RS uno
expect legal B: play RS, play BS, accept
