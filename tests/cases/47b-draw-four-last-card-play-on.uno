# Playing on with challenges: a Wild Draw Four that empties the hand cannot be challenged, so its victim draws at once.
rules classic play_on_until_one_left=true
seats 3
hand A: W+4
hand B: BS R1
hand C: Y9 Y8
discard: R7
turn A
expect legal A: play W+4 *, draw
A: play W+4 yellow
expect count A=0 B=6
expect turn C
expect phase play
expect color yellow
