# The winner takes the points of everybody else, the cards of the final draw included.
rules classic
seats 4
hand A: R+2
hand B: W B0
hand C: YR Y9 G8
hand D: W+4 R1
discard: R7
draw: GS B+2 rest
turn A
A: play R+2
expect over round
expect scores A=178 B=0 C=0 D=0
