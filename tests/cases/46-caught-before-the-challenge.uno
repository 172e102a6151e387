# A bluffer caught without a call draws for that; the challenge still judges and shows the hand as it was at the play.
rules classic
seats 3
hand A: W+4 R1
hand B: B3 G4
hand C: Y1 Y2
discard: R7
turn A
A: play W+4 blue
expect uno A=open
C: catch A
expect count A=5
expect turn B
expect phase respond
expect pending 4
B: challenge
expect sees B hand A: R1
expect count A=9 B=2
expect turn B
expect phase play
expect color blue
