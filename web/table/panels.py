"""What a player is offered, for the page and its scripts: each offer carries its whole act."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from companion.board_drawing.layer import SmallPicture, draw_sheet
from companion.boards.position_file import position_of
from companion.drawing.signs import draw_alone, draw_token
from companion.play.page.face import Fact, Move, Offer, Panel, Picture, Token
from companion.play.sight import AnySight
from companion.play.words import AnyWords
from web.visits.visit import host, visit
from web.words.language import signed_money

_Pictured = tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]
"""What lies on a picture's places, and what stands beside them."""


@dataclass(frozen=True)
class ChartOffer:
    """What a tap on a place of the chart does: its act as JSON, its words, the kind of piece.

    ``earned`` says what it ``earns``; ``where`` which place this is, where others read alike.
    """

    act: str
    label: str
    kind: str | None
    earns: int = 0
    earned: str = ""
    where: str = ""


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
    where: str = ""


def act_of(fact: Fact, *asked: str) -> str:
    """A fact as the act that writes it down; ``asked`` are its words that are still open."""
    open_words = {"asked": asked[0] if len(asked) == 1 else asked} if asked else {}
    return json.dumps({"fact": fact, **open_words}, separators=(",", ":"))


def correction_of(number: int, fact: Fact) -> str:
    """The act that puts another fact in the place of the one of this number."""
    return json.dumps({"correct": number, "fact": fact}, separators=(",", ":"))


def form_of(panel: int, group: int, nth: int) -> str:
    """The id of the form for what an offer leaves open; all three are counted from 1."""
    return f"ask-{panel}-{group}-{nth}"


def picture_of(picture: Picture) -> Markup:
    """A small drawing of how a part of the table lies."""
    return Markup(_drawn(_pictured(picture)).whole)


class Drawings:
    """The pictures of a panel: what is shown more than once is drawn once, in its ``sheet``."""

    def __init__(self, panel: Panel, number: int) -> None:
        """``number`` is the panel's on its page."""
        asks = (ask for group in panel.groups for each in group.asked for ask in each.asks)
        asked = (each for ask in asks for each in ask.shown_pictures)
        offers = (offer.picture for group in panel.groups for offer in group.every)
        shown = Counter(map(_pictured, (*asked, *(each for each in offers if each is not None))))
        self._drawn = {each: _drawn(each) for each in shown}
        again = [each for each, times in shown.items() if times > 1]
        self._names = {each: f"drawn-{number}-{nth}" for nth, each in enumerate(again, start=1)}

    @property
    def sheet(self) -> Markup:
        """What is shown by its name; nothing where nothing is."""
        kept = [self._drawn[each].kept_as(name) for each, name in self._names.items()]
        return Markup(draw_sheet(kept) if kept else "")

    def shown(self, picture: Picture) -> Markup:
        """One of its pictures."""
        pictured = _pictured(picture)
        drawn, name = self._drawn[pictured], self._names.get(pictured)
        return Markup(drawn.by_name(name) if name else drawn.whole)


def _pictured(picture: Picture) -> _Pictured:
    return tuple(picture.places.items()), picture.standing


def _drawn(pictured: _Pictured) -> SmallPicture:
    places, standing = pictured
    board = host().board
    return SmallPicture.of(board, position_of(board, dict(places)), standing)


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
    return _told_apart(offers, words)


def _told_apart(
    offers: Mapping[str, Sequence[ChartOffer | OpenOffer]], words: AnyWords
) -> dict[str, list[ChartOffer | OpenOffer]]:
    """The same offers; where several places offer all in the same words, each says which it is."""
    labels = {place: tuple(each.label for each in here) for place, here in offers.items()}
    count = Counter(labels.values())
    where = {place: words.place(place) if count[labels[place]] > 1 else "" for place in offers}
    return {
        place: [replace(each, where=where[place]) for each in here]
        for place, here in offers.items()
    }


def _begun(number: int, panel: Panel, words: AnyWords) -> Iterator[tuple[str, OpenOffer]]:
    """The offers that leave a place open, at each place that may be meant."""
    for within, group in enumerate(panel.groups, start=1):
        for nth, offer in enumerate(group.asked if group.lit else (), start=1):
            form, label = form_of(number, within, nth), offer.said_at_place or offer.said
            for ask in offer.asks:
                for place, _ in ask.choices if ask.on_chart else ():
                    earns = offer.earns - ask.costs.get(place, 0)
                    earned = signed_money(earns, words)
                    yield place, OpenOffer(label, form, ask.word, offer.kind, earns, earned)


def moved(panels: Iterable[Panel], words: AnyWords) -> dict[str, object] | None:
    """The piece that may go from one place to another, for the same script."""
    move = next((panel.move for panel in panels if panel.move is not None), None)
    return None if move is None else _moved(move, words)


def _at_place(offer: Offer, words: AnyWords) -> ChartOffer:
    return ChartOffer(
        act_of(offer.fact),
        offer.said_at_place or offer.said,
        offer.kind,
        offer.earns,
        signed_money(offer.earns, words),
    )


def _moved(move: Move, words: AnyWords) -> dict[str, object]:
    named = {**move.origins, **move.targets}
    count = Counter(named.values())
    return {
        "fact": dict(move.fact),
        "label": move.said,
        "from": dict(move.origins),
        "to": dict(move.targets),
        "where": {place: words.place(place) for place in named if count[named[place]] > 1},
        "elsewhere": move.elsewhere,
    }
