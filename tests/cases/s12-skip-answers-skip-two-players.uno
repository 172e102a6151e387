# With two players a Skip goes back and forth until somebody accepts; then the other plays.
rules classic skip_answers_skip=true
seats 2
hand A: RS GS R1
hand B: BS B1 B2
discard: R4
turn A
A: play RS
B: play BS
expect turn A
expect phase respond
A: play GS uno
expect legal B: accept
B: accept
expect turn A
expect phase play
expect uno A=safe
