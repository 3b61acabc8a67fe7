"""Who let a storm blow nobody sees: it is told by what must have come before and after."""

from __future__ import annotations

from companion.reading import EMPTY
from tests.companion.games.long_cours.tables import SHIPS
from tests.companion.games.long_cours.watching.test_cases import Table, did

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
