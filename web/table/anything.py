"""What may be said of any place, whether the rules like it or not: the table is right.

Why a place is not offered is said first; what lies there is written down all the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.play.page.face import Anywhere, Fact, Offer, Picture, Piece
from companion.play.sight import AnySight
from web.host.roles import Role
from web.table.panels import act_of
from web.visits.visit import host, visit
from web.words.language import gettext


@dataclass(frozen=True)
class AnyPiece:
    """What may be said to lie on a place: its words, and a fact but for player and place."""

    label: str
    fact: Fact
    kind: str | None


@dataclass(frozen=True)
class KindOfPlace:
    """What may lie on one kind of places; ``word`` is the fact's for the place.

    ``why`` says why none of it is offered; empty where the rules of the places alone decide.
    Which of those that read ``alike`` was tapped says nothing.
    """

    word: str
    pieces: Sequence[AnyPiece]
    why: str
    alike: bool


@dataclass(frozen=True)
class AnyPlace:
    """For whom a tap on an unlit place is written down, for whom it may be, and as what.

    ``nothing`` says so of every other kind of place, at which nothing is done by a tap.
    """

    player: str | None
    players: Sequence[str]
    kinds: Mapping[str, KindOfPlace]
    nothing: str


@dataclass(frozen=True)
class ActButton:
    """An act to tap, as JSON, and why it was not offered, as far as that is told.

    ``picture`` is how it lies, where words alone don't show it.
    """

    act: str
    label: str
    why: str
    picture: Picture | None = None


@dataclass(frozen=True)
class Beside:
    """What a player may have done beside the board, and was not offered."""

    player: str
    acts: Sequence[ActButton]
    asking: Sequence[Offer]
    """What leaves something open."""


def writers(seen: AnySight) -> list[str]:
    """For whom this visitor may write: who plays for himself, who keeps the bank for all."""
    asked, names = visit(), [seat.name for seat in seen.game.seats(seen.state)]
    return names if asked.keeps_bank else [name for name in names if name == asked.player]


def writer(seen: AnySight, player: str | None) -> str | None:
    """For whom is written down what this visitor says, as long as he says nothing else.

    ``player`` acts now, where this visitor may act for anybody who does.
    """
    if player is None and visit().keeps_bank:
        return next(iter(seen.game.awaited(seen.state)), None) or next(iter(writers(seen)), None)
    return player or visit().player


def anything(seen: AnySight, player: str | None) -> AnyPlace:
    """For whom a tap on an unlit place is written down, as what, and why it was not offered.

    By kind of place. Who only watches is told so; who keeps the bank chooses for whom he writes.
    """
    mine, writes = writers(seen), writer(seen, player)
    kinds = {
        kind: KindOfPlace(
            here.word,
            [_piece(each) for each in here.pieces] if mine else [],
            _why(seen, writes, here),
            here.alike,
        )
        for kind, here in seen.game.face.anywhere(seen).items()
    }
    nothing = gettext("Nothing is done here by a tap. A long press says what it is.")
    return AnyPlace(writes, mine, kinds, nothing)


def _piece(piece: Piece) -> AnyPiece:
    return AnyPiece(piece.said, dict(piece.fact), piece.kind)


def _why(seen: AnySight, player: str | None, here: Anywhere) -> str:
    """Why nothing is offered there; empty where the rules of the places alone decide."""
    if visit().role is Role.WATCHER:
        return gettext("This page only watches. Who plays scans the code with his name.")
    if seen.state.over:
        return gettext("The game is over. What lies here all the same?")
    awaited = seen.game.awaited(seen.state)
    if player not in awaited[:1] and not seen.may_go_on(player):
        said = gettext("It is %(name)s's turn. What lies here all the same?")
        return said % {"name": awaited[0]}
    return here.unlit


def anyway(seen: AnySight) -> list[Beside]:
    """What nobody is offered and somebody may have done beside the board, and why it is not.

    Why is said as far as the table's level of help goes.
    """
    level = host().settings.help
    tells = level.audits if visit().keeps_bank else level.warns
    offered = {choice.event for choice in seen.choices}
    told = []
    for name in writers(seen):
        here = list(seen.game.face.beside(seen, name))
        asking = [each for each in here if isinstance(each, Offer)]
        whole = [each for each in here if not isinstance(each, Offer) and each not in offered]
        acts = [_told(seen, event, tells=tells) for event in whole]
        told.append(Beside(name, acts, asking))
    return told


def _told(seen: AnySight, event: Any, *, tells: bool) -> ActButton:
    state = seen.table.last.state
    against = seen.against(event) if tells else ()
    why = seen.words.when(state).wrong(against[0]) if against else ""
    said = seen.words.when(state).event(event)
    return ActButton(act_of(seen.game.fact(event)), said, why, seen.game.picture(state, event))
