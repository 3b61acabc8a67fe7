"""Any piece on any place, from lists: for who plays by keyboard, or with no script at all.

The table is right, so nothing is left out; what the rules think of it is told afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint

from companion.play.page.face import Anywhere
from companion.play.sight import AnySight
from web.host.roles import Role
from web.table.anything import writer, writers
from web.table.pages import shown
from web.table.shown import drawn
from web.visits.visit import host, needs, sight

anywhere = Blueprint("anywhere", __name__)


@dataclass(frozen=True)
class NamedPlace:
    """A place, and its name in a list."""

    place: str
    label: str


@dataclass(frozen=True)
class KindOfPlaces:
    """One kind of places, ``asked`` the word of the fact in which its pieces differ."""

    at: Anywhere
    asked: str
    places: Sequence[NamedPlace]


@dataclass(frozen=True)
class AnywhereLists:
    """The lists of the page; ``writer`` is for whom is written down unless another is chosen."""

    kinds: Sequence[KindOfPlaces]
    writers: Sequence[str]
    writer: str | None


@anywhere.get("/anywhere")
@needs(Role.HOST, Role.BANKER, Role.PLAYER)
def lists() -> str:
    """Every place of the board in lists, with all that may be said to lie there."""
    seen = sight()
    kinds = [
        KindOfPlaces(here, _asked(here), _places(seen, kind))
        for kind, here in seen.game.face.anywhere(seen).items()
    ]
    lists = AnywhereLists(
        [each for each in kinds if each.places], writers(seen), writer(seen, None)
    )
    return drawn("table/anywhere.html", shown(seen), lists)


def _asked(here: Anywhere) -> str:
    """The word of the fact in which the pieces differ; empty where there is but one."""
    first, *others = here.pieces
    differ = (word for word, held in first.fact.items() for o in others if o.fact[word] != held)
    return next(differ, "")


def _places(seen: AnySight, kind: str) -> list[NamedPlace]:
    """Each place once that reads differently, the first bare one; those that are full come last.

    Of a table that grows, those that are there.
    """
    position = seen.game.face.position(seen.state)
    laid, lies = position.places, host().board.lying(position)
    bare: dict[str, str] = {}
    full: dict[str, str] = {}
    for place in lies.kinds_of_places[kind]:
        (full if place in laid else bare).setdefault(seen.words.to_choose(place), place)
    shown_last = {label: place for label, place in full.items() if label not in bare}
    told = sorted(bare.items()) + sorted(shown_last.items())
    return [NamedPlace(place, label) for label, place in told]
