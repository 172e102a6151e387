# While a Wild Draw Four is being answered, everybody may catch its player, the victim too.
rules classic
seats 3
hand A: W+4 B2
hand B: BS B1
hand C: Y1 G2
discard: R7
turn A
A: play W+4 green
expect uno A=open
B: catch A
expect count A=5
expect turn B
expect phase respond
expect pending 4
B: accept
expect count A=5 B=6
