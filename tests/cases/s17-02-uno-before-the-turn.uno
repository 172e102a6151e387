# Calling before the play is for the player on turn alone.
rules classic
seats 3
hand A: R1 R2 R3
hand B: B1 B2
hand C: R4 R5
discard: R7
turn A
refused B: uno because no_uno_due
refused C: uno because no_uno_due
expect uno B=none C=none
