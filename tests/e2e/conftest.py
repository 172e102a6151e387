"""One server for the tests of a file: starting one costs a second, and nothing they do disturbs the next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.house import House


@pytest.fixture(scope="module")
def shared_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A running server, started in an environment that tells lies about terminals: it must not listen to it."""
    lies = {"NO_COLOR": "1", "COLORTERM": "truecolor", "LANG": "C", "COLUMNS": "40", "LINES": "10", "TEXTUAL_THEME": "nord"}
    with House(tmp_path_factory.mktemp("house"), env=lies) as house:
        yield house


@pytest.fixture
def house(shared_house: House) -> Iterator[House]:
    """The server, without anybody in it before and after; its log must not tell of a fault."""
    yield shared_house
    shared_house.see_everybody_off()
    assert "Traceback" not in shared_house.log
    assert " ERROR " not in shared_house.log
