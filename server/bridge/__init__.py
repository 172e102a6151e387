"""The bridge between the lobby's process and the workers that serve SSH and draw the screens (DESIGN §8).

`wings` starts the workers and shares connections out among them, `wing` is the lobby's end of one; `worker` is the other end,
where `remote` stands in for the lobby and for the doors that are open there. `down` and `up` are what is said to and fro.
"""
