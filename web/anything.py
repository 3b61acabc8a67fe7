"""What may be said of any place, whether the rules like it or not: the table is right.

Why a place is not offered is said first; what lies there is written down all the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.clippers.event_json import event_json
from companion.games.clippers.events import (
    Card,
    CardTaken,
    Passed,
    PlayersAct,
    ShipBought,
    TurnEnded,
)
from companion.games.clippers.judgement import findings
from companion.games.clippers.state import MARKET
from companion.games.clippers.view import Sight
from companion.play.game import Data
from web.language import gettext
from web.panels import act_of
from web.roles import Role
from web.visit import host, visit


def anything(seen: Sight, player: str | None) -> Data:
    """For whom a tap on an unlit place is written down, as what, and why it was not offered.

    ``player`` acts now, where this visitor may act for anybody who does. Who only watches is told
    so; who keeps the bank chooses for whom he writes.
    """
    asked, state = visit(), seen.state
    names = [seat.player.name for seat in state.seats]
    mine = names if asked.keeps_bank else [name for name in names if name == asked.player]
    writer = player or (state.seat.player.name if asked.keeps_bank else asked.player)
    return {
        "player": writer,
        "players": mine,
        "space": _companies(seen) if mine else [],
        "slot": [{"label": gettext("A marker here"), "do": "marker"}] if mine else [],
        "why": {"space": _why(seen, writer, "space"), "slot": _why(seen, writer, "slot")},
    }


def _companies(seen: Sight) -> list[Data]:
    return [
        {"label": seen.words.named("company", name), "do": "stick", "company": name}
        for name in seen.state.companies
    ]


def _why(seen: Sight, player: str | None, place: str) -> str:
    """Why nothing is offered there; empty where the rules of the places alone decide."""
    state = seen.state
    if visit().role is Role.WATCHER:
        return gettext("This page only watches. Who plays scans the code with his name.")
    if state.over:
        return gettext("The game is over. What lies here all the same?")
    turn_of = state.seat.player.name
    if player != turn_of and not seen.may_go_on(player):
        said = gettext("It is %(name)s's turn. What lies here all the same?")
        return said % {"name": turn_of}
    if (place == "slot") != (state.phase == MARKET):
        return (
            gettext("Sticks are laid in phases 2 and 3. What lies here all the same?")
            if place == "space"
            else gettext("Markers are placed in phase 1. What lies here all the same?")
        )
    return ""


def anyway(seen: Sight) -> list[Data]:
    """What nobody is offered and somebody may have done beside the board, and why it is not.

    For each player this visitor may write for: who plays for himself, who keeps the bank for all.
    Why is said as far as the table's level of help goes.
    """
    asked, level = visit(), host().settings.help
    tells = level.audits if asked.keeps_bank else level.warns
    names = [seat.player.name for seat in seen.state.seats]
    mine = names if asked.keeps_bank else [name for name in names if name == asked.player]
    offered = {choice.event for choice in seen.choices}
    return [
        {
            "player": name,
            "acts": [_told(seen, e, tells=tells) for e in _beside(seen, name) if e not in offered],
        }
        for name in mine
    ]


def _beside(seen: Sight, player: str) -> Iterator[PlayersAct]:
    """All that a player can do beside the board."""
    yield Passed(player)
    yield from (CardTaken(player, card) for card in Card)
    islands = seen.state.game.chart.island_companies
    yield from (ShipBought(player, name) for name in seen.state.companies if name not in islands)
    yield TurnEnded(player, seen.state.phase)


def _told(seen: Sight, event: PlayersAct, *, tells: bool) -> Data:
    against = findings(seen.table.last.state, event) if tells else ()
    return {
        "act": act_of(event_json(event)),
        "label": seen.words.event(event),
        "why": seen.words.wrong(against[0]) if against else "",
    }
