# All Wild, swaps may be declined: one is left to swap with, and the choice stays open, for it is still one.
rules all_wild forced_swap=may
seats 3
hand A: WX W W
hand B: W W W W
hand C: W W
discard: W
turn A
A: play WX
expect phase target
B: resign
expect events SeatLeft
expect phase target
A: decline
expect count A=2 C=2
expect turn C
