"""What a place of the table is and holds now: an atoll, a place on it, a space beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.boards.tiles_board import CELL
from companion.games.big_kini.page.words import Words
from companion.games.big_kini.state.atolls import (
    ADMINISTRATOR,
    BARON,
    COLONY,
    FACTORY,
    MINISTER,
    POSTS,
    STORE,
    Atoll,
)
from companion.games.big_kini.state.reach import island_at
from companion.games.big_kini.state.state import NEUTRAL, State, spot_of
from companion.play.in_place import Explained

ACTION, ROUND = "action", "round"
SECTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        CELL: ("8", "14", "15", "52"),
        ADMINISTRATOR: ("14", "15", "74"),
        MINISTER: ("14", "15", "74"),
        BARON: ("14", "48", "49", "74"),
        COLONY: ("10", "15", "31", "35"),
        FACTORY: ("11", "43", "45"),
        STORE: ("12", "46", "69"),
        ACTION: ("25", "27", "28", "29"),
        ROUND: ("71", "73"),
    }
)
"""By the kind of a place, the sections that are about it."""


def place(state: State, words: Words, which: str) -> Explained | None:
    """A place in words; None where there is none such."""
    kind = state.game.board.kind_of_place.get(which, "")
    if kind not in SECTIONS:
        return None
    tell = {CELL: _cell, ACTION: _space, ROUND: _round}.get(kind, _spot)
    return Explained(words.at(state, which), tuple(tell(state, words, which)), SECTIONS[kind])


def _cell(state: State, words: Words, cell: str) -> Iterator[str]:
    atoll = state.atoll_at(cell)
    if atoll is None:
        yield words.plain("now:hidden" if cell in state.hidden else "now:empty")
        return
    yield from _islands(words, atoll)
    if atoll.votes:
        yield words.say("now:votes", goods=words.piece(atoll.votes, ""))


def _islands(words: Words, atoll: Atoll) -> Iterator[str]:
    """What each island has."""
    for island in atoll.islands:
        number = len(island.places) if island.function == COLONY else island.number
        code = f"now:{island.function}"
        one = f"{code}:one" if number == 1 and words.has(f"{code}:one") else code
        goods = words.piece(island.goods, "") if island.goods else ""
        yield words.say(one, number=number, goods=goods)


def _spot(state: State, words: Words, where: str) -> Iterator[str]:
    """Who lies there, which islands a post rules, and what an island has to give."""
    kind, atoll = state.kind_of(where), state.atoll_of(where)
    if not kind or atoll is None:
        yield words.plain("now:no-such-spot")
        return
    if kind in POSTS:
        ruled = [each.function for each in atoll.islands if spot_of(where) in each.posts]
        named = [words.named("island", function) for function in ruled]
        yield words.say("now:influence", islands=words.listed(named))
    if kind == FACTORY and (island := island_at(state, where)) is not None:
        yield words.say("now:factory", number=island.number)
        if where in state.used:
            yield words.say("now:used", player=state.used[where])
    elif kind == STORE:
        yield words.plain("now:tile-here" if where in state.goods else "now:no-tile-here")
    elif kind != FACTORY:
        yield _who(words, state.cubes.get(where))


def _who(words: Words, player: str | None) -> str:
    return words.say("now:cube-of", player=player) if player else words.plain("now:free")


def _space(state: State, words: Words, space: str) -> Iterator[str]:
    there = state.tokens.get(space)
    if there is None:
        yield words.plain("now:free-space")
    elif there == NEUTRAL:
        yield words.plain("now:blocked")
    else:
        yield words.say("now:token-of", player=there)


def _round(state: State, words: Words, _: str) -> Iterator[str]:
    yield words.say("now:round-here", round=state.round)
