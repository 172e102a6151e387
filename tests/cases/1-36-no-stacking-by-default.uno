# Without stacking a Draw Two is paid at once and a second one cannot soften it.
rules classic
seats 3
hand A: R+2 Y2 Y3
hand B: G+2 R+2 B1
hand C: R4 B4
discard: R7
turn A
A: play R+2
expect count B=5
expect turn C
expect phase play
refused B: play R+2 because not_your_turn
C: play R4
expect count A=2
