# Stacking: two go out on one stack; the last one draws it, the round ends, the first one out scores.
rules stacking target_score=null
seats 3
hand A: R9 R8
hand B: R+2
hand C: Y+2
discard: R7
draw: G1 G2 G3 G4 rest
turn B
B: play R+2
C: play Y+2
expect over match
expect hand A: R9 R8 G1 G2 G3 G4
expect rank B=1 C=2 A=3
expect scores B=27 A=0 C=0
