# All Wild: a Wild Forced Swap turned up asks for no target and moves no hand.
rules all_wild
seats 3
dealer A
deck WR W W WR W W WR W W WR W W WR W W WR W W WR W W WX rest
deal
expect turn B
expect phase play
expect hand B: WR WR WR WR WR WR WR
expect hand C: W W W W W W W
