"""Chapters: how a round ends and what it counts, how a match is won, two players, leaving (RULES §10, §11)."""

from __future__ import annotations

from client.rulebook.blocks import Block, Point, Say, Section
from client.rulebook.draw_four import can_challenge
from client.text import Text
from engine.options import Options


def round_end(text: Text, options: Options) -> Section:
    """The last card, the final draw, the points."""
    blocks: list[Block] = []
    if options.play_on_until_one_left:
        blocks.append(
            Say(
                text(
                    "Whoever plays the last card first wins the round. The others play on, and drop out one by one, until a "
                    "single player holds cards."
                )
            )
        )
    else:
        blocks.append(Say(text("The round ends when somebody plays the last card. Any card may be the last one.")))
    blocks += _final_draw(text, options)
    blocks += _score(text, options)
    blocks.append(Say(_blocked(text, options)))
    return Section("points", text("The end of a round"), text("Points"), tuple(blocks))


def _blocked(text: Text, options: Options) -> str:
    sentences = [text("If everybody in turn has to pass, the round ends there.")]
    if options.play_on_until_one_left:
        sentences.append(
            text(
                "Nobody wins it and nobody scores, unless somebody was out before: then the first of them has won it, with the "
                "points that were fixed by then."
            )
        )
    else:
        sentences.append(text("Nobody wins it, and nobody scores."))
    if options.target_score is not None:
        sentences.append(text("The deal moves on."))
    return " ".join(sentences)


def _final_draw(text: Text, options: Options) -> list[Block]:
    if options.play_on_until_one_left:
        return [Say(f"{_on_the_way_out(text, options)} {_to_the_last(text, options)}")]
    if not options.final_draw:
        return [Say(text("A draw card that is played last has no effect any more."))]
    if options.deck == "allwild112":
        return [Say(text("If the last card makes somebody draw, the cards are still drawn, and they count."))]
    words = text("If the last card is a Draw Two or a Wild Draw Four, the next player still draws, and those cards count, too.")
    if options.stacking != "none":
        words += " " + text("What had been stacked up before is drawn with them; nobody can stack on the last card.")
    return [Say(words)]


def _on_the_way_out(text: Text, options: Options) -> str:
    if options.stacking != "none":
        return text("A draw card played on the way out strikes the next player as always, who may stack on it.")
    return text("A draw card played on the way out strikes the next player as always.")


def _to_the_last(text: Text, options: Options) -> str:
    if options.final_draw:
        return text("If only one player is left, that one draws, and the round is over.")
    return text("One that ends the round has no effect any more.")


def _score(text: Text, options: Options) -> list[Block]:
    if options.deck == "allwild112":
        values: list[Block] = [
            Point(text("20 points each."), text("Wilds")),
            Point(text("50 points each."), text("All others")),
        ]
    else:
        values = [
            Point(text("What they show: a 7 counts 7, a 0 nothing."), text("Numbers")),
            Point(text("20 points each."), text("Skip, Reverse, Draw Two")),
            Point(text("50 points each."), text("Wild, Wild Draw Four")),
        ]
    return [Say(_who_scores(text, options)), *values]


def _who_scores(text: Text, options: Options) -> str:
    if options.score_mode != "winner_takes":
        return text("Then all count the cards left in their own hands. Points are bad:")
    if options.teams_2v2:
        return text("The team whose player went out scores all the cards that both opponents still hold:")
    if not options.play_on_until_one_left:
        return text("Then the winner scores all the cards that the others still hold:")
    if options.first_out_scoring == "at_out":
        return text(
            "The first one out scores all the cards that the others hold at that moment, a last draw card already drawn:"
        )
    return text("The first one out scores the cards that the last player still holds at the end:")


def the_match(text: Text, options: Options) -> Section:
    """Target, places, two players, leaving, the clock."""
    blocks: list[Block] = [Say(_target(text, options)), Say(_places(text, options))]
    blocks.append(Point(_two_players(text, options), text("Two players")))
    blocks += [
        Point(_leaving(text, options), text("Leaving")),
        Point(
            text(
                "Where a table has a turn clock and it runs out, the table acts for you: it draws a card, keeps it, takes what "
                "you were to draw, or names the colour you hold most of. It never plays one of your cards unless the "
                "rules force it."
            ),
            text("The clock"),
        ),
    ]
    return Section("match", text("Winning the match"), text("Match"), tuple(blocks))


def _leaving(text: Text, options: Options) -> str:
    sentences = [
        text(
            "Who gives up or is removed is placed last, the first to go lowest. The cards go under the discard pile and count "
            "for nobody; what that player was to draw is forgotten."
        )
    ]
    if options.play_on_until_one_left and options.target_score is None:
        sentences.append(text("Who was out before keeps the place of that round."))
    if options.teams_2v2:
        sentences.append(text("If one team remains, it has won."))
    else:
        sentences.append(text("If one player remains, that player has won."))
    return " ".join(sentences)


def _target(text: Text, options: Options) -> str:
    if options.target_score is None:
        return text("A single round decides.")
    points = {"points": options.target_score}
    match options.score_mode:
        case "lowest_wins":
            return text(
                "The match ends with the round in which somebody reaches {points} points. The fewest points win.", **points
            )
        case "challenge_uno":
            return text("Who reaches {points} points is out of the match. The last two play until one of them does.", **points)
        case _ if options.teams_2v2:
            return text("Round follows round, until a team has {points} points or more at the end of one.", **points)
        case _:
            return text("Round follows round, until somebody has {points} points or more at the end of one.", **points)


def _places(text: Text, options: Options) -> str:
    if options.teams_2v2:
        return text("Partners have the same points and share a place.")
    if options.score_mode == "challenge_uno":
        return text("Places go by who lasted longest; of those put out by the same round the fewest points come first.")
    if options.target_score is not None:
        if options.score_mode == "winner_takes":
            return text("Places go by points, and equal points share a place: after two seconds comes a fourth.")
        return text("Equal points share a place.")
    if options.play_on_until_one_left:
        return text("Places go by who was out first; the player left with cards is last.")
    return text(
        "The winner is first. The others are placed by the points left in their hands, the fewest first, and equal "
        "points share a place."
    )


def _two_players(text: Text, options: Options) -> str:
    if options.deck == "allwild112":
        again = text("After a card that makes the other miss a turn you play again.")
        if options.forced_swap == "may":
            return again + " " + text("Targets choose themselves; a Forced Swap still asks whether you swap.")
        return again + " " + text("Targets choose themselves.")
    if can_challenge(options):
        again = text("After a Skip, a Draw Two, or a Wild Draw Four that is not exposed as a bluff, you play again.")
    else:
        again = text("After a Skip, a Draw Two or a Wild Draw Four you play again.")
    if options.reverse_two_players == "as_skip":
        return again + " " + text("A Reverse is a Skip.")
    return again + " " + text("A Reverse changes nothing.")
