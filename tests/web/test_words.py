"""Findings and places in words."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from companion.finding import Finding
from companion.games.clippers.inspection import inspect
from companion.games.clippers.players import Player
from companion.games.clippers.scoring import score
from companion.games.clippers.shipped import read_shipped_board
from companion.position import Position
from tests.companion.games.clippers.bay import bay, lay
from web.words import FINDINGS, listed, place_name, sentence

BAY = bay()
SHIPPED = read_shipped_board()
LEVEL = [Player("Ann", "french", 3), Player("Ben", "english", 3)]
BROKEN = (
    {"ra/0": "y.", "bc/0": "r."},
    {"ra/0": "rr", "rb/0": "r", "ab/0": "rr", "ab/1": "r.", "sc/0": "..p"},
    {"ra/0": "rr", "rb/0": "b", "ab/0": "rb", "as/0": "r", "sc/0": "rrr", "bc/0": ".r"},
    {"ra/0": "rr", "as/0": "r", "bc/0": "rr", "ab/0": "rr", "sc/0": "r.r"},
)


def every_finding() -> dict[str, Finding]:
    """One finding of each code that scoring can yield."""
    found = [finding for lanes in BROKEN for finding in inspect(BAY, lay(lanes))]
    found += inspect(SHIPPED, Position({}, dict.fromkeys(SHIPPED.slots, "french")))
    found += score(BAY, lay({}, {"a/0": "german"}), LEVEL).findings
    return {finding.code: finding for finding in found}


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    assert set(every_finding()) == set(FINDINGS)


@pytest.mark.parametrize("finding", every_finding().values(), ids=lambda f: f.code)
@pytest.mark.parametrize("laid", [1, 5])
def test_findings_are_plain_sentences(finding: Finding, laid: int) -> None:
    board = SHIPPED if finding.code == "too-many-markers" else BAY
    if "laid" in finding.params:
        finding = replace(finding, params={**finding.params, "laid": laid})

    words = sentence(finding, board)

    assert re.fullmatch(r"[A-Z0-9].*[.?]", words)
    assert not re.search(r"[{}_]|h_red|\(\)|  ", words)


def test_a_hanging_stick_names_its_place_and_what_would_join_it() -> None:
    [finding] = inspect(BAY, lay({"ra/0": ".r"}))

    assert sentence(finding, BAY) == (
        "A red stick hangs in the air (the red harbour to A): no chain leads to it from the red "
        "harbour. A red stick on ra/0/0 would join it up: is one lying there?"
    )


@pytest.mark.parametrize(
    ("place", "name"),
    [
        pytest.param("ra/0/1", "space 2 of 2, the red harbour to A", id="a space"),
        pytest.param("ab/1/0", "space 1 of 2, A to B, lane 2", id="the second lane"),
        pytest.param("rb/0/0", "the only space, the blue harbour to B", id="the only space"),
        pytest.param("samoa/2", "slot 3 of 3, Samoa", id="a slot"),
    ],
)
def test_places_in_words(place: str, name: str) -> None:
    assert place_name(place, BAY) == name


@pytest.mark.parametrize(
    ("names", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_lists_in_words(names: list[str], text: str) -> None:
    assert listed(names) == text
