"""What the moves of RULES.md do. `engine.game` is the only caller; every function adds events to a `Draft`."""
