# Ten players: seventy cards are dealt, thirty-seven stay in the pile. (Eleven: see tests/engine/test_cases.py.)
rules classic
seats 10
dealer A
deck B0 B1 B1 rest
deal
expect turn B
expect top G9
expect count A=7 B=7 C=7 D=7 E=7 F=7 G=7 H=7 I=7 J=7 draw=37 discard=1
expect cards 108
