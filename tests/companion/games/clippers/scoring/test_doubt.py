"""What hangs on a question."""

from __future__ import annotations

import pytest

from companion.games.clippers.scoring.doubt import effects
from companion.games.clippers.terms.players import Player
from companion.questions import Effect, Question
from tests.companion.games.clippers.bay import bay, lay

BAY = bay()
PLAYERS = [Player("Ann", "french", 3), Player("Ben", "english", 3)]
POSITION = lay({"ra/0": "rr"}, {"a/0": "french", "a/1": "english"})


@pytest.mark.parametrize(
    ("place", "taken", "likely", "found"),
    [
        pytest.param("ra/0/1", "red", "empty", [("Ann", -2), ("Ben", -2)], id="a link of a chain"),
        pytest.param("ab/0/0", "empty", "red", [], id="a lane begun changes nothing"),
        pytest.param("a/0", "french", "english", [("Ann", -2), ("Ben", 2)], id="a marker"),
        pytest.param("b/0", "empty", "french", [], id="a marker where nobody comes"),
        pytest.param("as/0/0", "hidden", "empty", [], id="hidden counts as empty"),
    ],
)
def test_effects(place: str, taken: str, likely: str, found: list[tuple[str, int]]) -> None:
    question = Question(place, taken, 0.5, ((taken, 0.5), (likely, 0.4)))

    change = effects(BAY, POSITION, PLAYERS, [question])

    assert change[place] == ((Effect(likely, tuple(found)),) if found else ())
