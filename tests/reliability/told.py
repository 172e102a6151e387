"""What a reader of RELIABILITY.md is told of each part: what is done, and what it does not show."""

from __future__ import annotations

from typing import Final

AUDIT: Final = """\
ssh-audit looks at a running server in each of its two profiles. Its flood of connections is left out: a server does not
slow down its own machine. The one warning of `balanced` is about curve25519, which is kept for clients without ML-KEM.
"""
FUZZ: Final = """\
Lawful inputs are changed at random (bits, bytes, pieces cut, doubled, exchanged, known troublemakers put in) and fed to the
parsers that strangers reach: the protocol in both forms, PROXY headers, and the keyboard, split into packets anywhere.
Nothing but the parser's own refusal may come out; a command that is read must come back the same when it is written; no
control character may become typing. This is mutation by chance, not guided by coverage. The client's own parser of messages
is among them.
"""
RULES: Final = """\
Random players play games: of any 45 in a row one of each rule set at each number of seats, with one pair of house rules
after the other; some resign, some try what is not allowed. After each event the laws are checked: the cards are those of
the deck, one seat is on turn or the round is over, what is legal is accepted and nothing else, scores add up, events lead
where the rules went.
"""
HOUSE: Final = """\
The real lobby, tables, bots, clocks and store are played in virtual time without sockets: people come, play, talk, vanish
and come back while the server crashes, the disk fails, fills up or is slow, and the wall clock jumps. After every turn of
the loop the laws are checked, among them: nothing is acknowledged before it is on the disk, nothing hidden gets out,
everybody is shown what is so. A seed is the same game byte for byte.
"""
KILLS: Final = """\
Eight people, each a real `ssh` process, play at four tables as fast as they are let. Within about a second the server is
killed with SIGKILL, its database is read and held against everything that each of them had been shown and had been
acknowledged, the server is started again, and everybody must come back to his cards with his key. This shows that a crash
of the process loses nothing. It does not show what a power cut does: that rests on the disk keeping what fsync promised.
"""
ATTACKS: Final = """\
One attacker, in a process of his own that comes from thousands of addresses, does each of these in turn to a server with
its limits as delivered (a new one after any attack that left a mark), while twenty honest people at two tables press a key
every quarter of a second. No attack may win anything, cut an honest person off, put a byte on a screen that does not belong
there, leave a line in the log but those meant for it, or leave connections, tasks or files behind. All run on the loopback
interface of one machine, so attacker, honest people and server share its cores; where others held them and a key came late,
the attack is made again, at most twice, and the last is told; the server's own work is processor time, in which others are
not. Bold: something was not as it must be.
"""
CHURN: Final = """\
Connections of five kinds, by chance, from forty people: closed without a word, garbage, a screen that is cut as soon as it
is drawn, a program that says goodbye, one answer. Afterwards connections, files and tasks must be as before, and memory
must not go on growing.
"""
SOAK: Final = """\
`unotty serve`, and a crowd of SSH clients in two other processes: in one somewhat less than half of it, at screens of 80×24
with a pty and a few at lines, in the other those at the doors for programs in both forms; every tenth is a guest. They open
tables of every rule set, sit down, look on, play by what they are shown, talk, leave, and at the end of about every second
visit the connection is cut without a word and the person comes back with his key. Four of them go from table to table and see
that something moves.
Memory, files, tasks and lateness are the server process's own, from the kernel and `/metrics` (which looks at the loop four
times a second, and tells by the bounds of a histogram); key → frame is what the clients see, from a key to the bytes that
show another card selected. The server collects Python's garbage rarely while people are there (`server/collector.py`), so its
memory may be a saw. Slope: least squares, ± two standard errors widened for samples that resemble their neighbours; it is met
only if its upper end is below the bar. The bar of 10 MiB an hour is for runs of a few hours at most; from three hours on it
is 1.
"""
