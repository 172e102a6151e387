"""A vote, over real ssh: three people, one of whom the others take off the table; his cards stay with a bot."""

from __future__ import annotations

from tests.e2e.form import set_up
from tests.e2e.house import House
from tests.e2e.player import begin


def test_two_of_three_take_the_third_off_and_the_match_goes_on_without_him(house: House) -> None:
    ann = house.member(name="ann")
    code = set_up(ann, Seats="3")
    bob, cid = house.member("join", code, name="bob"), house.member("join", code, name="cid")
    for one in (ann, bob, cid):
        one.see("Table", code, "ann", "bob", "cid")
    ann.press("enter")
    for one in (ann, bob, cid):
        begin(one)
        one.see("by colour")
    bob.press("m")
    bob.see("People at table", "cid")
    while "▸ cid" not in bob.text:
        bob.press("down")
        bob.change()
    bob.press("x")
    bob.see("Take cid off the table?", "A bot goes on with the cards.")
    bob.press("down")
    bob.press("enter")
    bob.see("Vote on", "cid", "1 of 2")
    cid.see("on you: 1 of 2")
    ann.see("cid off the table? y", "y yes", "n no")
    ann.press("y")
    for one in (ann, bob):
        one.see("cid was voted off the table.", "sits down.")
        one.miss("Take cid off", "1 of 2")
    cid.see("Lobby", "voted you off")
    again = house.member("watch", code, name="cid")
    again.see("voted you off")
