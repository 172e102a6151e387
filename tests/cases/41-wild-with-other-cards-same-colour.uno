# A Wild may be played though other cards fit, and may name the colour already lying.
rules classic
seats 3
hand A: R5 W Y2
hand B: B1 B2
hand C: G3 G4
discard: R7
turn A
expect legal A: play R5, play W *, draw
A: play W
expect phase color
expect turn A
expect color red
expect top W
expect legal A: color *
refused A: draw because must_choose_color
A: color red
expect turn B
expect phase play
expect color red
