"""What a player is offered, for the page and its scripts: each offer carries its whole act."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from companion.board_drawing.layer import draw_picture
from companion.boards.position_file import position_of
from companion.drawing.signs import draw_alone, draw_token
from companion.play.page.face import Fact, Move, Offer, Panel, Picture, Token
from companion.play.sight import AnySight
from companion.play.words import AnyWords
from web.visits.visit import host, visit
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


@dataclass(frozen=True)
class OpenOffer:
    """What a tap on a place of the chart begins: the place is ``word`` of an offer's fact.

    ``form`` is the id of the form that has its act, and asks for what is open besides. ``kind``,
    ``earns`` and ``earned`` are as with a whole one; what the place costs is taken from it.
    """

    label: str
    form: str
    word: str
    kind: str | None
    earns: int
    earned: str = ""


def act_of(fact: Fact, *asked: str) -> str:
    """A fact as the act that writes it down; ``asked`` are its words that are still open."""
    open_words = {"asked": asked[0] if len(asked) == 1 else asked} if asked else {}
    return json.dumps({"fact": fact, **open_words}, separators=(",", ":"))


def form_of(panel: int, group: int, nth: int) -> str:
    """The id of the form for what an offer leaves open; all three are counted from 1."""
    return f"ask-{panel}-{group}-{nth}"


def picture_of(picture: Picture) -> Markup:
    """A small drawing of how a part of the table lies."""
    board = host().board
    return Markup(draw_picture(board, position_of(board, picture.places), picture.standing))


def sign_drawn(name: str) -> Markup:
    """A small sign, drawn; its words stand beside it."""
    return Markup(draw_alone(name))


def token_drawn(token: Token) -> Markup:
    """One of these tokens, drawn; its words stand beside it."""
    return Markup(draw_token(token.sign, token.worth))


def acting(seen: AnySight) -> list[Panel]:
    """For whom this visitor may act: himself, or everybody; who comes next is first.

    Where players are told things alone, what each may do tells of them: nobody's is on the table.
    """
    asked, private = visit(), seen.game.about.private
    panels = seen.game.face.panels(seen)
    every = {each.player: each for each in panels if not private or seen.sees(each.player)}
    named = [name for name in reversed(seen.game.awaited(seen.state)) if name in every]
    return [every[name] for name in named if asked.keeps_bank or name == asked.player]


def on_chart(panels: Iterable[Panel], words: AnyWords) -> dict[str, list[ChartOffer | OpenOffer]]:
    """What a tap on each place of the board offers, for the script of the chart."""
    offers: dict[str, list[ChartOffer | OpenOffer]] = {}
    for number, panel in enumerate(panels, start=1):
        for place, here in panel.lit.items():
            offers.setdefault(place, []).extend(_at_place(offer, words) for offer in here)
        for place, begun in _begun(number, panel, words):
            offers.setdefault(place, []).append(begun)
    return offers


def _begun(number: int, panel: Panel, words: AnyWords) -> Iterator[tuple[str, OpenOffer]]:
    """The offers that leave a place open, at each place that may be meant."""
    for within, group in enumerate(panel.groups, start=1):
        for nth, offer in enumerate(group.asked if group.lit else (), start=1):
            form, label = form_of(number, within, nth), offer.said_at_place or offer.said
            for ask in offer.asks:
                for place, _ in ask.choices if ask.on_chart else ():
                    earns = offer.earns - ask.costs.get(place, 0)
                    earned = _earned(earns, words)
                    yield place, OpenOffer(label, form, ask.word, offer.kind, earns, earned)


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
        _earned(offer.earns, words),
    )


def _earned(earns: int, words: AnyWords) -> str:
    """What is earned, or what it costs, with its sign; nothing where it is neither."""
    sign = "+" if earns > 0 else "\N{MINUS SIGN}"
    return f"{sign}{money(abs(earns), words)}" if earns else ""


def _moved(move: Move) -> dict[str, object]:
    return {
        "fact": dict(move.fact),
        "label": move.said,
        "from": dict(move.origins),
        "to": dict(move.targets),
        "elsewhere": move.elsewhere,
    }
