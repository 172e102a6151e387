"""Lines for whoever asked for one answer: in the characters and the order his terminal needs, as bytes for the channel."""

from __future__ import annotations

from client.bidi import Bidi, shown, stripped
from server.doors.door import Visit
from server.ssh.glyphs import readable
from server.ssh.language import reads_utf8
from server.ssh.terminal import Glyphs, Terminal


def written(visit: Visit, text: str) -> bytes:
    """Some lines. A pipe gets them in the order they are read in; only a client that says it has no UTF-8 gets plain ASCII."""
    newline = "\n" if visit.term is None else "\r\n"
    if text.isascii():
        return text.replace("\n", newline).encode()
    glyphs = Glyphs.FULL if reads_utf8(visit.env) else Glyphs.ASCII
    if visit.term is not None:
        glyphs = Terminal.from_request(visit.term, visit.env).glyphs
    return newline.join([_line(visit, line, glyphs) for line in text.split("\n")]).encode()


def _line(visit: Visit, line: str, glyphs: Glyphs) -> str:
    line = stripped(line) if visit.term is None else shown(line, Bidi(visit.bidi), visit.text.rtl)
    return line if glyphs is Glyphs.FULL or line.isascii() else readable(line, glyphs)
