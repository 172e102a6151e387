"""The whole house without sockets: the real lobby, tables, bots and store in virtual time, where one seed decides everything.

`tests/sim` plays the engine alone; here people come and go around it, terminals break, servers crash and disks fail.
`python -m tests.house --games N --seed S`.
"""
