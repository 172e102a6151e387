# While a colour is owed every other act of that player is refused.
rules classic
seats 3
hand A: W G1 R2
hand B: R3 B2
hand C: Y3 G2
discard: R7
turn A
A: play W
refused A: pass because must_choose_color
refused A: draw because must_choose_color
refused A: keep because must_choose_color
refused A: play R2 because must_choose_color
refused A: accept because must_choose_color
refused A: target B because must_choose_color
refused B: play R3 because not_your_turn
expect turn A
expect phase color
expect color red
A: color yellow
