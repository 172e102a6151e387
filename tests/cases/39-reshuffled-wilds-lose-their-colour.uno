# Wilds shuffled back are blank again, while the colour named on the top one still counts.
rules classic
loose
seats 3
hand A: Y1 Y2
hand B: R3 G3
hand C: B3 B4
discard: W:blue W:red
draw: none
turn A
A: draw
expect phase drawn
expect hand A: Y1 Y2 W
expect color red
expect legal A: play W *, keep
A: keep
refused B: play G3 because not_playable
B: play R3
expect turn C
