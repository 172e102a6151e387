"""What a terminal shows that is too small for a page: one sentence."""

from __future__ import annotations

from client.tui.dialogs import Question
from client.tui.page import Page
from client.tui.paint import Row, blank, centre, seg, wrap


def too_small(page: Page, width: int, height: int) -> list[Row]:
    """How large it must be; or, while that is asked, how to leave."""
    text, base = page.text, page.palette.base
    if isinstance(page.app.top, Question):
        sentence = text("Leave? Ctrl+Q leaves, Esc stays.")
    else:
        need, have = f"{page.min_width}×{page.min_height}", f"{width}×{height}"
        sentence = text("need {need}, have {have}", need=need, have=have)
    rows = [blank(width, base)] * height
    lines = wrap(sentence, width)[:height]
    for y, line in enumerate(lines, (height - len(lines)) // 2):
        rows[y] = (seg(centre(line, width), base),)
    return rows
