"""Ratings: who is rated, who goes up, who goes down, and what a leaderboard says."""

from __future__ import annotations

import pytest

from client.protocol import Kind, RatingChange, TopLine
from engine.options import Options
from server.lobby.matches import Match, Player
from server.lobby.ratings import LISTED, Ladder, Rating, sides

CLASSIC = Options()
TEAMS = Options(teams_2v2=True)


def person(name: str) -> Player:
    return Player(f"id of {name}", name, Kind.PERSON)


def bot(name: str) -> Player:
    return Player("", name, Kind.BOT, "normal")


def guest(name: str) -> Player:
    return Player("", name, Kind.GUEST)


def match(*players: Player, options: Options = CLASSIC) -> Match:
    return Match("K7QX39FDT", "K7QX-1-1", options, players, True, 0)


def settle(ladder: Ladder, ranks: tuple[int, ...], *players: Player, options: Options = CLASSIC) -> tuple[RatingChange, ...]:
    return ladder.settle(match(*players, options=options), ranks)[0]


def test_who_wins_goes_up_and_who_loses_goes_down() -> None:
    ladder = Ladder()
    ann, bob = settle(ladder, (2, 1), person("Ann"), person("Bob"))
    assert (ann.before, bob.before) == (1500, 1500)
    assert (ann.after, bob.after) == (1421, 1579)
    assert (ann.chair, ann.games, bob.chair, bob.games) == (0, 1, 1, 1)
    again = settle(ladder, (2, 1), person("Ann"), person("Bob"))
    assert [one.before for one in again] == [1421, 1579]
    assert again[1].after - again[1].before < 79, "what was expected counts for less"


def test_every_place_counts_and_ties_share() -> None:
    four = [person(name) for name in ("Ann", "Bob", "Cid", "Dan")]
    after = [one.after for one in settle(Ladder(), (1, 2, 3, 4), *four)]
    assert after == sorted(after, reverse=True)
    assert len(set(after)) == 4
    tied = [one.after for one in settle(Ladder(), (2, 2, 1, 4), *four)]
    assert tied[0] == tied[1]
    assert tied[2] > tied[0] > tied[3]


def test_bots_and_guests_are_left_out_of_the_reckoning() -> None:
    mixed = settle(Ladder(), (3, 1, 2, 4), person("Ann"), bot("Robo"), person("Bob"), guest("~Eve"))
    alone = settle(Ladder(), (2, 1), person("Ann"), person("Bob"))
    assert [(one.chair, one.after) for one in mixed] == [(0, alone[0].after), (2, alone[1].after)]


@pytest.mark.parametrize("others", [[bot("Robo")], [guest("~Eve")], [bot("Robo"), guest("~Eve")]])
def test_a_match_of_one_account_counts_for_nobody(others: list[Player]) -> None:
    ladder = Ladder()
    assert settle(ladder, tuple(range(1, len(others) + 2)), person("Ann"), *others) == ()
    assert ladder.rating("id of Ann", "classic") is None


def test_partners_are_rated_as_one_side() -> None:
    four = [person(name) for name in ("Ann", "Bob", "Cid", "Dan")]
    assert sides(TEAMS, four, (1, 3, 1, 3)) == [[0, 2], [1, 3]]
    ann, bob, cid, dan = settle(Ladder(), (1, 3, 1, 3), *four, options=TEAMS)
    assert ann.after == cid.after > 1500 > bob.after == dan.after


def test_partners_against_bots_are_not_rated() -> None:
    assert settle(Ladder(), (1, 3, 1, 3), person("Ann"), bot("X"), person("Cid"), bot("Y"), options=TEAMS) == ()


def test_who_leaves_a_team_is_last_and_the_partner_who_stays_is_not() -> None:
    four = [person(name) for name in ("Ann", "Bob", "Cid", "Dan")]
    assert sides(TEAMS, four, (1, 2, 4, 2)) == [[0], [1, 3], [2]]
    ann, _, cid, _ = settle(Ladder(), (1, 2, 4, 2), *four, options=TEAMS)
    assert ann.after > 1500 > cid.after


def test_every_rule_set_has_ratings_of_its_own() -> None:
    ladder = Ladder()
    settle(ladder, (1, 2), person("Ann"), person("Bob"))
    (ann, _) = settle(ladder, (1, 2), person("Ann"), person("Bob"), options=Options(rules="official"))
    assert (ann.before, ann.games) == (1500, 1)
    assert {rules: one.games for rules, one in ladder.of("id of Ann").items()} == {"classic": 1, "official": 1}


def test_a_rating_is_settled_after_five_matches() -> None:
    ladder = Ladder()
    for _ in range(4):
        settle(ladder, (1, 2), person("Ann"), person("Bob"))
    assert [line.place for line in ladder.top("classic").lines] == [0, 0]
    settle(ladder, (1, 2), person("Ann"), person("Bob"))
    assert [(line.place, line.name, line.games) for line in ladder.top("classic").lines] == [(1, "Ann", 5), (2, "Bob", 5)]


def test_a_leaderboard_shares_places_lists_newcomers_last_and_knows_the_viewer() -> None:
    kept = {("a", "classic"): Rating(30.0, 3, 9, "Ann"), ("b", "classic"): Rating(30.0, 4, 7, "Bob")}
    kept |= {("c", "classic"): Rating(28.0, 3, 9, "Cid"), ("d", "classic"): Rating(40.0, 3, 1, "Dan")}
    kept |= {("e", "official"): Rating(40.0, 3, 9, "Eve")}
    view = Ladder(kept).top("classic", "c")
    assert [(line.place, line.name) for line in view.lines] == [(1, "Ann"), (1, "Bob"), (3, "Cid"), (0, "Dan")]
    assert view.you == TopLine(3, "Cid", 1590, 9)
    assert Ladder(kept).top("classic", "e").you is None


def test_a_long_leaderboard_is_cut_and_tells_the_viewer_his_place_all_the_same() -> None:
    kept = {(f"{number}", "classic"): Rating(60.0 - number / 10, 3, 9, f"P{number}") for number in range(300)}
    view = Ladder(kept).top("classic", "299")
    assert len(view.lines) == LISTED
    assert view.you is not None
    assert view.you.place == 300


def test_a_leaderboard_that_was_asked_for_is_not_an_old_one_later() -> None:
    ladder = Ladder()
    assert ladder.top("classic").lines == ()
    settle(ladder, (1, 2), person("Ann"), person("Bob"))
    assert [line.rating for line in ladder.top("classic").lines] == [1579, 1421]
    settle(ladder, (2, 1), person("Ann"), person("Bob"))
    assert [line.games for line in ladder.top("classic").lines] == [2, 2]


def test_who_is_forgotten_is_on_no_leaderboard() -> None:
    ladder = Ladder()
    settle(ladder, (1, 2), person("Ann"), person("Bob"))
    ladder.forget("id of Ann")
    assert [line.name for line in ladder.top("classic").lines] == ["Bob"]
    assert ladder.of("id of Ann") == {}


def test_a_leaderboard_that_is_kept_in_order_is_the_one_that_is_sorted_anew() -> None:
    ladder, names = Ladder(), ["Ann", "Bob", "Cid", "Dan", "Eve"]
    for number in range(60):
        one, other = names[number % 5], names[(number + 1 + number // 5 % 4) % 5]
        settle(ladder, (1, 1 + (number % 7 > 0)), person(one), person(other))
        if number == 40:
            ladder.forget("id of Eve")
        people = [f"id of {name}" for name in names]
        kept = {(one, rules): rating for one in people for rules, rating in ladder.of(one).items()}
        assert ladder.top("classic", "id of Ann") == Ladder(kept).top("classic", "id of Ann")
    assert sorted(line.name for line in ladder.top("classic").lines) == names
