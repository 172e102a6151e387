"""A process that is busy leaves out what is only for show, and takes it up again when it is not."""

from __future__ import annotations

from server.ssh.burden import BUSY, SPAN, Burden


def test_a_process_is_heavy_while_it_uses_much_of_a_core() -> None:
    wall, cpu = [0.0], [0.0]
    burden = Burden(lambda: wall[0], lambda: cpu[0])
    assert not burden.is_heavy

    def pass_time(seconds: float, share: float) -> bool:
        wall[0] += seconds
        cpu[0] += seconds * share
        return burden.is_heavy

    assert not pass_time(SPAN, BUSY - 0.1)
    assert not pass_time(SPAN / 2, 1.0), "looked at once in a while"
    assert pass_time(SPAN / 2, 1.0)
    assert pass_time(SPAN, BUSY + 0.1)
    assert not pass_time(SPAN, 0.0)
