# One window, one penalty; catching oneself or somebody with more cards is refused.
rules classic
seats 3
hand A: R1 Y2
hand B: G+2 R+2 B1
hand C: R4 B4
discard: R7
turn A
A: play R1
refused A: catch A because not_catchable
refused C: catch B because not_catchable
C: catch A
refused B: catch A because not_catchable
refused C: catch A because not_catchable
expect count A=5 B=3 C=2
