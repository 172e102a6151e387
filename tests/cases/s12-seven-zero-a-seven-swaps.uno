# Seven-0: a seven swaps whole hands with somebody; both hands are judged afresh.
rules classic seven_zero=true
seats 3
hand A: R7 G1 G2 G3
hand B: B1
hand C: Y4 Y5
discard: R4
uno B=safe
turn A
A: play R7
expect phase target
expect legal A: target B, target C
A: target B
expect hand A: B1
expect hand B: G1 G2 G3
expect uno A=open B=none
expect turn B
