"""The question before somebody leaves, what each way out costs, and the last sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.bidi import shown
from client.protocol import Stage
from client.tui.dialogs import Answer, Question

if TYPE_CHECKING:
    from client.tui.app import UnoApp


def leave_question(app: UnoApp) -> Question:
    """Staying is the first answer; the others depend on where the person is."""
    text, table = app.text, app.link.table
    answers = [Answer(text("Stay"))]
    sentences: list[str] = []
    if table is None:
        sentences.append(text("You are in the lobby."))
    elif table.you is None:
        answers.append(Answer(text("Stop watching, back to the lobby"), app.leave_table))
        sentences.append(text("You are watching table {code}.", code=table.code))
    elif table.stage in (Stage.PLAYING, Stage.ROUND_OVER):
        sentences.append(text("Giving up your seat ends the match for you: you are placed last, and there is no way back."))
        if app.way_back:
            sentences.append(
                text("Disconnecting keeps your seat for 5 minutes, and soon an autopilot plays. This brings you back:")
            )
            sentences.append(app.way_back)
        else:
            sentences.append(text("Disconnecting keeps your seat, and soon an autopilot plays: come back with the same key."))
        answers.append(Answer(text("Give up the seat, back to the lobby"), app.leave_table))
    else:
        sentences.append(text("Your seat at table {code} becomes free.", code=table.code))
        answers.append(Answer(text("Leave the table, back to the lobby"), app.leave_table))
    answers.append(Answer(text("Disconnect"), app.quit))
    return Question(app, text("Leave?"), sentences, answers)


def farewell(app: UnoApp) -> str:
    """What is told when the screen is gone: how to come back to a seat that is kept."""
    return shown(_farewell(app), app.look.bidi, app.text.rtl)


def _farewell(app: UnoApp) -> str:
    text, table = app.text, app.link.table
    seated = table is not None and table.you is not None and table.stage in (Stage.PLAYING, Stage.ROUND_OVER)
    if table is None or not seated:
        return text("Goodbye.")
    if app.way_back:
        return text("Come back within 5 minutes: {line}", line=app.way_back)
    if not app.is_guest:
        return text("Your seat at table {code} is kept. Come back with the same key.", code=table.code)
    return text("Goodbye.")
