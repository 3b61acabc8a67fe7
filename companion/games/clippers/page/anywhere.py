"""What may be said of any place, whether the rules like it or not: the table is right."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.clippers.page.view import Sight
from companion.games.clippers.state.state import MARKET, State
from companion.games.clippers.terms.events import (
    Card,
    CardTaken,
    Passed,
    PlayersAct,
    ShipBought,
    TurnEnded,
)
from companion.play.page.face import Anywhere, Piece

SPACE, SLOT = "space", "slot"


def anywhere(sight: Sight) -> dict[str, Anywhere]:
    """A stick of any company on a space, a marker on a slot."""
    words, laying = sight.words, sight.state.phase != MARKET
    sticks = tuple(
        Piece(
            words.named("company", name),
            {"do": "stick", "company": name, "alternate": False},
            name,
        )
        for name in sight.state.companies
    )
    marker = Piece(words.plain("page:marker-here"), {"do": "marker"})
    return {
        SPACE: Anywhere(
            SPACE,
            words.plain("page:on-route"),
            sticks,
            "" if laying else words.plain("page:no-sticks-now"),
        ),
        SLOT: Anywhere(
            SLOT,
            words.plain("page:on-island"),
            (marker,),
            words.plain("page:no-markers-now") if laying else "",
            alike=True,
        ),
    }


def beside(state: State, player: str) -> Iterator[PlayersAct]:
    """All that a player can do beside the board."""
    yield Passed(player)
    yield from (CardTaken(player, card) for card in Card)
    islands = state.game.chart.island_companies
    yield from (ShipBought(player, name) for name in state.companies if name not in islands)
    yield TurnEnded(player, state.phase)
