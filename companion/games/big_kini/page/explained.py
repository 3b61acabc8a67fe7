"""What each thing of Big Kini is and does now: the sections of the rulebook that it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.games.big_kini.state.state import Phase, State
from companion.games.big_kini.terms.events import Event
from companion.play import sight as any_sight
from companion.play.in_place import DEED, PHASE, Explained, Thing

Sight = any_sight.Sight[State, Event]
OF_PHASE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        Phase.HOMES.value: ("17", "19"),
        Phase.SETTLING.value: ("21", "22"),
        Phase.BLOCKING.value: ("86", "87"),
        Phase.PLAYING.value: ("25", "27", "28", "29"),
        Phase.COUNTING.value: ("76",),
    }
)
OF_DEED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "home": ("19",),
        "settle": ("21",),
        "token": ("25", "27", "28", "29"),
        "proliferate": ("31", "34", "35"),
        "move": ("36", "37", "39", "40"),
        "income": ("43", "45"),
        "take": ("46", "47"),
        "call": ("50", "51", "52"),
        "discover": ("63", "64", "66"),
        "done": ("30",),
    }
)


def things(state: State) -> Iterator[Thing]:
    """The phases and the deeds."""
    del state
    yield from (Thing(PHASE, phase) for phase in OF_PHASE)
    yield from (Thing(DEED, deed) for deed in OF_DEED)


def explained(sight: Sight, thing: Thing) -> Explained | None:
    """A thing in words; None where there is none such."""
    of = {PHASE: OF_PHASE, DEED: OF_DEED}.get(thing.kind, {})
    if thing.which not in of:
        return None
    return Explained(sight.words.named(thing.kind, thing.which), (), of[thing.which])


def lesson(state: State) -> Thing | None:
    """What comes now, for who plays for the first time."""
    return None if state.over or state.round > 1 else Thing(PHASE, state.phase.value)
