"""What a player is offered, for the page and its scripts: each offer carries its whole act."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from companion.play.page.face import Fact, Move, Offer, Panel
from companion.play.sight import AnySight
from companion.play.words import AnyWords
from web.visits.visit import visit
from web.words.language import money


@dataclass(frozen=True)
class ChartOffer:
    """What a tap on a place of the chart does: its act as JSON, its words, the kind of piece.

    ``earned`` says what it ``earns``.
    """

    act: str
    label: str
    kind: str | None
    earns: int = 0
    earned: str = ""


def act_of(fact: Fact, asked: str | None = None) -> str:
    """A fact as the act that writes it down; ``asked`` is its word that is still open."""
    act = {"fact": fact} if asked is None else {"fact": fact, "asked": asked}
    return json.dumps(act, separators=(",", ":"))


def acting(seen: AnySight) -> list[Panel]:
    """For whom this visitor may act: himself, or everybody; who comes next is first."""
    asked = visit()
    every = {panel.player: panel for panel in seen.game.face.panels(seen)}
    named = [name for name in reversed(seen.game.awaited(seen.state)) if name in every]
    return [every[name] for name in named if asked.keeps_bank or name == asked.player]


def on_chart(panels: Iterable[Panel], words: AnyWords) -> dict[str, list[ChartOffer]]:
    """What a tap on each place of the board offers, for the script of the chart."""
    offers: dict[str, list[ChartOffer]] = {}
    for panel in panels:
        for place, here in panel.lit.items():
            offers.setdefault(place, []).extend(_at_place(offer, words) for offer in here)
    return offers


def moved(panels: Iterable[Panel]) -> dict[str, object] | None:
    """The piece that may go from one place to another, for the same script."""
    move = next((panel.move for panel in panels if panel.move is not None), None)
    return None if move is None else _moved(move)


def _at_place(offer: Offer, words: AnyWords) -> ChartOffer:
    return ChartOffer(
        act_of(offer.fact),
        offer.said_at_place or offer.said,
        offer.kind,
        offer.earns,
        f"+{money(offer.earns, words)}" if offer.earns else "",
    )


def _moved(move: Move) -> dict[str, object]:
    return {
        "fact": dict(move.fact),
        "label": move.said,
        "from": dict(move.origins),
        "to": dict(move.targets),
        "elsewhere": move.elsewhere,
    }
