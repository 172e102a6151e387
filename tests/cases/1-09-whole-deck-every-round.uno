# Every round is dealt from the whole deck, also the third one in a row.
rules classic target_score=null
seats 2
dealer A
seed 3
deal
expect cards 108
expect count A=7 B=7 discard=1 draw=93
