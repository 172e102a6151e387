# Passing is a turn action as well: it closes the window.
rules classic
loose
seats 3
hand A: Y9
hand B: G3 B2
hand C: G4 Y5
discard: R7
draw: none
uno A=open
turn B
B: pass
expect events Closed Passed TurnMoved
expect uno A=none
refused C: catch A because not_catchable
