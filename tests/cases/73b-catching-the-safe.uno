# Catching somebody who has called is refused and costs nothing.
rules classic
seats 3
hand A: R1
hand B: BS B1
hand C: Y1 G2
discard: R7
uno A=safe
turn B
refused B: catch A because not_catchable
refused C: catch A because not_catchable
expect count A=1 B=2 C=2
expect uno A=safe
