"""What a player may be called: whatever his keyboard sends, and nothing that can't be seen."""

from __future__ import annotations

import pytest

from companion.files.fields import Field
from companion.play.beginning import read_seats
from companion.records.names import LONGEST_NAME, as_seen, may_be_name

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(f"{FAMILY}\U0001f419", id="a family and an octopus"),
        pytest.param("\u2764\ufe0f\u200d\U0001f525 Ann", id="a heart on fire"),
        pytest.param("\U0001f3c4\U0001f3fd\u200d\u2640\ufe0f", id="a surfer, her skin and sex"),
        pytest.param(ENGLAND, id="the flag of England"),
        pytest.param("\U0001fa77\U0001fae9", id="emoji newer than this Python"),
        pytest.param("\u0645\u06cc\u200c\u062e\u0648", id="a Persian word of two parts"),
        pytest.param("\u0915\u094d\u200d\u0937", id="an Indian half letter"),
        pytest.param("A" * LONGEST_NAME, id="as long as may be"),
    ],
)
def test_what_a_keyboard_sends_is_a_name(name: str) -> None:
    players = Field({"players": [{"name": name, "nation": "french"}]}, "setup")

    assert may_be_name(name)
    assert as_seen(name) == name
    assert [seat.name for seat in read_seats(players, "nation")] == [name]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        pytest.param("An\x07n", "An?n", id="a bell"),
        pytest.param("Ann\n", "Ann?", id="a new line"),
        pytest.param("An\u200dn", "An?n", id="a joiner that joins nothing"),
        pytest.param("Zo\u00e9\u200d", "Zo\u00e9?", id="a joiner at the end"),
        pytest.param(
            "\U0001f468\u200d\u200d\U0001f469", "\U0001f468??\U0001f469", id="two joiners"
        ),
        pytest.param("Ann\u202e", "Ann?", id="from right to left"),
        pytest.param("An\u200bn", "An?n", id="a space of no width"),
        pytest.param("An\u00adn", "An?n", id="a soft hyphen"),
        pytest.param("Ann\U000e0067\U000e007f", "Ann??", id="letters of no flag"),
        pytest.param("Ann\ue000", "Ann?", id="for private use"),
        pytest.param("Ann\ud83d", "Ann?", id="half an emoji"),
    ],
)
def test_what_is_not_seen_is_no_name(name: str, shown: str) -> None:
    assert not may_be_name(name)
    assert as_seen(name) == shown


def test_a_name_has_an_end() -> None:
    assert not may_be_name("A" * (LONGEST_NAME + 1))
