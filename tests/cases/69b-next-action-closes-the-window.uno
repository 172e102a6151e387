# The next turn action of the player on turn ends the time for catching.
rules classic
seats 3
hand A: RS R2
hand B: BS B1
hand C: RR G2 Y1
discard: R7
turn A
A: play RS
C: play RR
expect uno A=none
refused B: catch A because not_catchable
expect count A=1
