"""The question before somebody leaves, what each way out costs, and the last sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client.bidi import shown
from client.protocol import Stage
from client.tui.dialogs import Answer, Question

if TYPE_CHECKING:
    from client.tui.app import UnoApp


READING: Final = 1.5
"""Seconds after it is asked anew in which no answer but staying counts: nobody has read it yet."""


class LeaveQuestion(Question):
    """Staying is the first answer; the others depend on where the person is. What it says is true as long as it is open."""

    def __init__(self, app: UnoApp) -> None:
        super().__init__(app, app.text("Leave?"), *_ways_out(app))
        self._anew_at = -READING

    def changed(self) -> None:
        """The ways out may cost something else by now: then it is asked anew, and whoever had chosen one stays."""
        ways = _ways_out(self.app)
        if ways != (self.sentences, self.answers):
            self.sentences, self.answers = ways
            self.chosen, self._anew_at = 0, self.app.now()

    def act(self, action: str, argument: int = 0) -> bool:
        """Keys that were on their way choose at most."""
        is_early = self.app.now() - self._anew_at < READING
        return (action == "confirm" and self.chosen > 0 and is_early) or super().act(action, argument)


def _ways_out(app: UnoApp) -> tuple[list[str], list[Answer]]:
    """What is said, and the answers."""
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
        if line := way_back(app):
            sentences.append(
                text("Disconnecting keeps your seat for 5 minutes, and soon an autopilot plays. This brings you back:")
            )
            sentences.append(line)
        else:
            sentences.append(text("Disconnecting keeps your seat, and soon an autopilot plays: come back with the same key."))
        answers.append(Answer(text("Give up the seat, back to the lobby"), app.leave_table))
    else:
        sentences.append(text("Your seat at table {code} becomes free.", code=table.code))
        answers.append(Answer(text("Leave the table, back to the lobby"), app.leave_table))
    answers.append(Answer(text("Disconnect"), app.quit))
    return sentences, answers


def way_back(app: UnoApp) -> str:
    """What a guest types to come back to his seat; empty for everybody who has a key for that."""
    code = app.link.lobby.resume if app.link.lobby is not None else ""
    return f"ssh -t {app.address or app.text('<this host>')} back {code}" if code else ""


def farewell(app: UnoApp) -> str:
    """What is told when the screen is gone: how to come back to a seat that is kept."""
    return shown(_farewell(app), app.look.bidi, app.text.rtl)


def _farewell(app: UnoApp) -> str:
    text, table = app.text, app.link.table
    seated = table is not None and table.you is not None and table.stage in (Stage.PLAYING, Stage.ROUND_OVER)
    if table is None or not seated:
        return text("Goodbye.")
    if line := way_back(app):
        return text("Come back within 5 minutes: {line}", line=line)
    if not app.is_guest:
        return text("Your seat at table {code} is kept. Come back with the same key.", code=table.code)
    return text("Goodbye.")
