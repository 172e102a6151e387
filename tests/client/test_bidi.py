"""Right-to-left words: joined, in the order of the cells, and never out of their own cells."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from client.bidi import CLOSE, JOIN, OPEN, Bidi, is_rtl, ordered, quoted, reads_rtl, rejoined, shown, stripped
from client.text import Text

ZWNJ = "\u200c"


def read(line: str) -> str:
    """A line as drawn, letter by letter from right to left, in plain letters: what a Persian reader reads."""
    return unicodedata.normalize("NFKC", line[::-1])


def ours(text: str, rtl: bool = True) -> str:
    return shown(text, Bidi.OURS, rtl)


@pytest.mark.parametrize(
    "sentence", ["سلام", "نوبت شماست.", "رد، معکوس و وایلد!", "پژمان گچ چید", "کارت دیگری هم هست؟", "لازم است حالا لا"]
)
def test_a_sentence_is_read_from_right_to_left(sentence: str) -> None:
    assert read(ours(sentence)) == sentence


def test_letters_are_joined_and_what_only_parts_them_is_gone() -> None:
    assert ours("سلام") == "\ufee1\ufe8e\ufee0\ufeb3", "meem alone, alef at the end, lam within, seen at the beginning"
    with_space, without = ours(f"می{ZWNJ}کند"), ours("میکند")
    assert ZWNJ not in with_space
    assert with_space[-2] == "\ufbfd", "yeh at the end of its part"
    assert without[-2] == "\ufbff", "yeh within the word"
    assert ours("لا") == "\ufe8e\ufedf", "no ligature: it would take a cell less than was measured"


def test_terminals_that_order_letters_themselves_get_them_as_they_are_spelled() -> None:
    sentence = f"{OPEN}Bo{CLOSE} کارت می{ZWNJ}کشد."
    for mode in (Bidi.TERMINAL, Bidi.OFF):
        assert shown(sentence, mode, True) == f"Bo کارت می{ZWNJ}کشد."


def test_numbers_and_latin_words_keep_their_own_direction() -> None:
    assert ours("دور ۱۲ از ۳۴").split() == ["۳۴", ours("از"), "۱۲", ours("دور")]
    assert ours("میز K7QX پر است").split()[2] == "K7QX"
    assert ours("ساعت ۳:۰۵").startswith("۳:۰۵ ")
    assert ours("کلاسیک +۲").startswith("+۲ "), "the sign stays before its number"
    assert ours("۱۹–۲۹") == "۱۹–۲۹", "without a letter there is nothing to put in order"


def test_brackets_and_quotation_marks_open_where_reading_begins() -> None:
    assert ours("(شما)") == f"({ours('شما')})"
    assert ours("«اونو» گفت").endswith("»"), "drawn mirrored"


def test_brackets_go_with_the_words_they_belong_to() -> None:
    assert ours("سلام, hello (7) ۷!") == f"!۷ hello (7) ,{ours('سلام')}"
    assert ours("Bo (ربات)") == f"({ours('ربات')}) Bo"
    assert ours("علی (bot) plays", rtl=False) == f"{ours('علی')} (bot) plays"
    assert ours("see علی (رضا) there", rtl=False) == f"see ({ours('رضا')}) {ours('علی')} there"


def test_commands_can_be_typed_as_they_stand() -> None:
    text = Text("fa")
    line = ours(text("Others join with: ssh -t {host} join {code}", host="uno.example", code="K7QX"))
    assert line.startswith("ssh -t uno.example join K7QX ")
    assert ours("بقیه: history ۲.") == f".history ۲ :{ours('بقیه')}"
    assert ours("کلید a ۴ تا می کشد").split()[-3:] == ["۴", "a", ours("کلید")], "the name of a key is not a command"


def test_arrows_within_a_sentence_belong_to_it() -> None:
    assert ours("با ← و → عوض می شود").split()[::-1] == [ours(word) for word in ("با", "←", "و", "→", "عوض", "می", "شود")]


def test_what_a_sentence_quotes_keeps_its_order_and_leaves_that_of_the_others() -> None:
    text = Text("fa")
    line = ours(text("{name} and {other} swap hands.", name="Bo! 7", other="~x (y)"))
    assert line.split(" ")[-2:] == ["Bo!", "7"]
    assert "~x (y)" in line
    assert read(line).index("7 !oB") < read(line).index(")y( x~")


def test_names_in_a_list_follow_the_reading() -> None:
    assert ours(Text("fa").listed(["Bo", "علی", "~Cy"])) == f"~Cy ،{ours('علی')} ،Bo"
    assert Text("en").listed(["Bo", "Cy"]) == "Bo, Cy"


@pytest.mark.parametrize("name", ["علی", "علی 7", "علی (بات)"])
def test_a_persian_name_in_an_english_sentence_moves_nothing_around_it(name: str) -> None:
    line = ours(Text("en")("{name} draws {count} cards, {other} too.", name=name, count=3, other=name), rtl=False)
    head, tail = line.split(" draws 3 cards, ")
    assert tail == f"{head} too."
    assert sorted(read(head).replace("(", "").replace(")", "")) == sorted(name.replace("(", "").replace(")", ""))


def test_a_text_says_numbers_in_its_own_digits_but_leaves_names_and_codes() -> None:
    text = Text("fa")
    assert stripped(text("Table {code}, round {number}.", code="2345", number=12)).startswith("میز 2345، دور ۱۲")
    assert (text.number(1.5), text.number("0:24"), text.number(7)) == ("۱٫۵", "۰:۲۴", "۷")
    assert (Text("en").number(1.5), Text("lt").number("0:24")) == ("1.5", "0:24")


def test_columns_frames_and_edges_stay_where_they_are() -> None:
    assert ours("  سلام   دنیا  ") == f"  {ours('سلام')}   {ours('دنیا')}  "
    assert ours("│ سلام │ ▸ دنیا · ۵ کارت") == f"│ {ours('سلام')} │ ▸ {ours('دنیا')} · {ours('۵ کارت')}"
    assert ours("→ سلام") == f"→ {ours('سلام')}"


def test_only_what_could_mingle_is_kept_apart() -> None:
    assert quoted("Bo", rtl=False) == "Bo"
    assert quoted("قرمز", rtl=True) == "قرمز"
    assert quoted("Bo", rtl=True) == f"{OPEN}Bo{CLOSE}"
    assert quoted("قرمز", rtl=False) == f"{OPEN}قرمز{CLOSE}"


def test_what_is_typed_is_judged_by_its_first_letter() -> None:
    assert [reads_rtl(text) for text in ("سلام Bo", "Bo سلام", "12 سلام", "", "Bo")] == [True, False, True, False, False]


def test_a_quote_that_is_wrapped_stays_a_quote_on_every_line() -> None:
    assert rejoined([f"{OPEN}well", "played", f"Bo!{CLOSE} گفت"]) == [f"{OPEN}well", f"{OPEN}played", f"{OPEN}Bo!{CLOSE} گفت"]
    assert ours(f"{OPEN}Bo!{CLOSE} گفت").endswith("Bo!")


LETTERS = st.text(st.sampled_from(f"سلام‌پچ ابآۀabZ09۰۹.!?()«»+-/:،·│▸→漢\u0301\u0654\u064b{OPEN}{CLOSE}{JOIN}"), max_size=40)


@given(LETTERS, st.booleans())
def test_whatever_is_said_keeps_its_letters_and_its_cells(text: str, rtl: bool) -> None:
    for mode in Bidi:
        line = shown(text, mode, rtl)
        assert cell_len(line) == cell_len(text)
        assert not {OPEN, CLOSE, JOIN} & set(line)
    for whole in (False, True):
        drawn = ordered(text, rtl, whole=whole)
        assert sorted(one.at for one in drawn) == [at for at, one in enumerate(text) if one not in (OPEN, CLOSE, JOIN, ZWNJ)]
    assert cell_len(quoted(text, rtl)) == cell_len(text)


@given(LETTERS, st.booleans())
def test_what_is_in_order_is_not_put_in_order_again(text: str, rtl: bool) -> None:
    once = ours(text, rtl)
    assert ours(once, rtl) == once or not is_rtl(text)
    assert not is_rtl(once)
