# All Wild: somebody else leaves while the target is chosen; as long as two are left to choose from, the choice stays open.
rules all_wild
seats 4
hand A: WT W W
hand B: W W
hand C: W W
hand D: W W
discard: W
turn A
A: play WT
expect phase target
B: resign
expect events SeatLeft
expect phase target
expect turn A
expect legal A: target C, target D
C: resign
expect events SeatLeft TargetChosen Drew TurnMoved
expect count D=4
expect turn D
