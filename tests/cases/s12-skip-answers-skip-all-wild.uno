# A Wild Skip answers a Wild Skip; a Skip Two neither answers nor is answered.
rules all_wild skip_answers_skip=true
seats 4
hand A: WS W W
hand B: WS WSS W
hand C: WSS WS W
hand D: W W
discard: W
turn A
A: play WS
expect legal B: play WS, accept
B: play WS
expect legal C: play WS, accept
C: accept
expect turn D
D: play W uno
A: play W uno
B: play WSS uno
expect turn A
expect phase play
