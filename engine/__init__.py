"""The rules of UNO: pure values and functions, no I/O, no clock, no chance of its own (DESIGN §2).

A match is a `state.State`. `game.legal` says what a seat may do, `game.decide` turns a move into events or
raises `Refused`, `state.evolve` applies an event, `observe.observe` shows a state through one viewer's eyes.

cards, moves, events, view   the vocabulary          options, rules/presets   a rule set is data
columns, outcomes            what a state is, and what each event writes into it
rules/                       what moves lead to      scoring                  points and ranks
shuffle                      chance from a seed      codec                    everything as compact arrays
notation, scenario           positions as text       bots                     a view in, a move out
"""
