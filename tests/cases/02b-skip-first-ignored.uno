# Where the first card's action is ignored, a Skip turned up is a card like any other.
rules classic first_card=ignore_action
seats 3
dealer A
deck G2 G1 G3 R2 Y2 B2 R3 Y3 B3 R4 Y4 B4 R5 Y5 B5 R6 Y6 B6 R7 Y7 B7 GS rest
deal
expect turn B
expect phase play
expect direction cw
expect count A=7 B=7 C=7
