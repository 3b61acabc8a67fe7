"""Who let a storm blow nobody sees: it is told by what must have come before and after."""

from __future__ import annotations

import pytest

from companion.games.long_cours.game import GAME
from companion.games.long_cours.terms import events as e
from companion.reading import EMPTY
from companion.watching.moving_pieces.asking import where_they_part
from companion.watching.moving_pieces.ways import Way, Ways
from companion.watching.steps import written
from tests.companion.games.long_cours.tables import SHIPS
from tests.companion.games.long_cours.watching.watched_tables import Table, did

_, BENS, CLEOS = SHIPS[:3]


def test_two_storms_were_the_next_players_if_he_need_not_have_come_back_so() -> None:
    """Had Ann sunk him Ben would have had to come back before Cleo does. Rule 46."""
    table = Table()
    table.see({"yellow": "alger"})
    table.see({BENS: EMPTY})
    table.see({CLEOS: EMPTY})
    table.see({CLEOS: "rio"})

    assert table.new == [
        did("move", "Ann", stop="alger"),
        did("done", "Ann"),
        did("storm", "Ben", zone=22),
        did("storm", "Ben", zone=33),
        did("done", "Ben"),
        did("return", "Cleo", die=4, stop="rio"),
    ]
    assert table.found == []


DONE, AUCTION = e.TurnEnded("Ann"), e.NoBid("Ben")
BENS_STORM, ANNS_STORM = e.Storm("Ben", 22), e.Storm("Ann", 22)


@pytest.mark.parametrize(
    ("ways", "asked"),
    [
        pytest.param([(DONE, BENS_STORM), (ANNS_STORM,)], [BENS_STORM, ANNS_STORM], id="by deeds"),
        pytest.param([(DONE, BENS_STORM), (AUCTION, BENS_STORM)], [DONE, AUCTION], id="by ends"),
    ],
)
def test_a_question_names_deeds_and_has_two_answers(
    ways: list[tuple[e.Event, ...]], asked: list[e.Event]
) -> None:
    """That a turn is over is asked about only where nothing else is otherwise."""
    state = Table().state
    found = Ways([Way(events, 1.0, state) for events in ways])
    (doubt,) = where_they_part(GAME, found, {"done", "no_bid"})

    assert {fact for fact, _ in doubt.likely} == {written(GAME.fact(each)) for each in asked}
