"""A round that goes on for cards alone is over when its tokens are taken home. Point A19."""

from __future__ import annotations

import pytest

from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.cards import CARDS
from tests.companion.games.big_kini.watching.watched_tables import WatchedTable, token


@pytest.mark.parametrize(
    ("last", "rows"),
    [
        pytest.param([e.TurnEnded("Ann")], [], id="nothing lies there"),
        pytest.param(
            [e.CardTurnedUp("Ann", "k12"), e.CardTurnedUp("Ann", "k16")],
            ["income", "goods"],
            id="the next neutral tokens do",
        ),
    ],
)
def test_who_takes_his_tokens_home_alone_plays_no_card_any_more(
    last: list[e.Event], rows: list[str]
) -> None:
    """Point A19."""
    table = WatchedTable(count=1, seed=2, cards="yes")
    table.does(token(table, "buy_card"))
    table.says(table.a(e.CardBought, card="k05"))
    table.says(e.TurnEnded("Ann"))
    table.does(token(table, "proliferation"))
    table.says(e.NoCard("Ann"))
    table.says(e.TurnEnded("Ann"))
    assert (table.told.round, table.told.placed) == (1, 2)
    table.does(*last)

    assert (table.told.round, table.told.placed) == (2, 0)
    assert [CARDS[each].action.value for each in table.told.turned_up] == rows
