"""What each thing of South Seas is and does now: steps, deeds, ships, islanders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.games.carcassonne_south_seas.course.evaluation import most, worth
from companion.games.carcassonne_south_seas.page.face import step_of
from companion.games.carcassonne_south_seas.page.words import Words
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms.events import Event
from companion.games.carcassonne_south_seas.terms.goods import MARKET, PAYS
from companion.play import sight as any_sight
from companion.play.in_place import DEED, PHASE, PIECE, PLACE, Explained, Thing

Sight = any_sight.Sight[State, Event]
SHIP = "ship"
OF_DEED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "turn_up": ("9", "46"),
        "draw": ("13", "16"),
        "tile": ("14", "15"),
        "unfit": ("17", "A1"),
        "islander": ("18", "20", "21", "22", "44"),
        "take_back": ("24", "25"),
        "evaluate": ("12", "26", "41", "42", "43"),
        "cover": ("34", "35"),
        "take_ship": ("38", "39"),
        "deliver": ("45", "46", "47", "48"),
        "done": ("12", "51"),
    }
)
OF_AREA: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "bridge": ("27", "28"),
        "island": ("29", "30"),
        "sea": ("31", "32", "33"),
        "market": ("37", "38", "53"),
    }
)


def things(state: State) -> Iterator[Thing]:
    """All that lies on the table but for the places of its board, in the order one meets it."""
    yield from (Thing(PHASE, step) for step in OF_DEED if step not in ("unfit", "done"))
    yield from (Thing(DEED, do) for do in OF_DEED)
    yield from (Thing(SHIP, ship) for ship in state.display)
    yield from (Thing(PIECE, colour) for colour in state.game.colours.values())


def lesson(state: State) -> Thing | None:
    """What comes now and is new to who plays for the first time: each step of the first rounds."""
    return None if state.over or state.round > 2 else Thing(PHASE, step_of(state))


def explained(sight: Sight, thing: Thing) -> Explained | None:
    """A thing in words; None where there is no such thing at this table."""
    state, words, which = sight.state, sight.own_words(Words), thing.which
    if thing.kind in (PHASE, DEED) and which in OF_DEED:
        code = f"now:phase-{which}"
        said = (words.plain(code),) if thing.kind == PHASE and words.has(code) else ()
        return Explained(words.plain(f"deed:{which}"), said, OF_DEED[which])
    if thing.kind == SHIP and which in state.game.ships:
        return Explained(words.ship(which), (), ("2", "47", "48", "49"))
    if thing.kind == PLACE:
        return _place(sight, which)
    if thing.kind == PIECE:
        for name, colour in state.game.colours.items():
            if colour == which:
                now = words.say("page:supply", count=state.supply(name))
                return Explained(name, (now,), ("10", "19", "23"))
    return None


def _place(sight: Sight, place: str) -> Explained | None:
    """A part of a tile: its whole area, what it is worth, and who has most islanders there."""
    state, words = sight.state, sight.own_words(Words)
    area = state.area(place)
    if area is None:
        return None
    there = state.in_area(area)
    now = []
    if area.kind == MARKET:
        now.append(words.say("now:market", count=area.open_ends))
    else:
        goods = words.goods(PAYS[area.kind], worth(state, area))
        now.append(words.say("now:area", count=len(area.places), goods=goods))
        now.append(
            words.plain("now:complete")
            if area.is_complete
            else words.say("now:open", count=area.open_ends)
        )
    if there:
        now.append(words.say("now:most", players=words.listed(most(there.values()))))
    return Explained(words.place(place), tuple(now), OF_AREA[area.kind])
