# Where the others play on, a last zero or seven moves nothing either.
rules classic seven_zero=true play_on_until_one_left=true
seats 4
hand A: R0
hand B: R7
hand C: B2 B3
hand D: Y1 Y2 Y3
discard: R5
turn A
A: play R0
expect events Played WentOut ScoreLocked TurnMoved
expect hand B: R7
expect turn B
B: play R7
expect events Played WentOut TurnMoved
expect hand C: B2 B3
expect hand D: Y1 Y2 Y3
expect turn C
