"""Ferries: a game with nothing of Clippers in it, for tests of what serves every game.

Each player has one ferry on a ring of six stops. A ferry sails to a stop beside it; several may lie
at one stop. A storm at a stop sinks all that lie there: they leave the board, and come back at any
stop. Who has called at all six stops has won. There is no money, and nothing is ever laid down.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from companion.chapters import Gist
from companion.errors import InputError
from companion.fields import Field
from companion.finding import Finding, Severity
from companion.record import Fact, Header, Standing

STOPS = ("apia", "bora", "cook", "dili", "efate", "fiji")
DOINGS = ("sail", "storm", "return")


@dataclass(frozen=True, slots=True)
class Call:
    """A fact: a player sails to a stop, lets a storm strike one, or comes back at one."""

    do: str
    player: str
    stop: str


@dataclass(frozen=True, slots=True)
class Sea:
    """Where the ferries lie (a sunk one nowhere), and where each has called."""

    players: tuple[str, ...]
    at: Mapping[str, str] = field(default_factory=dict)
    called: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has called at every stop."""
        return tuple(p for p in self.players if set(self.called.get(p, ())) == set(STOPS))


@dataclass(frozen=True, slots=True)
class Moment:
    """The sea after a fact, and what the rules do not like about the fact."""

    sea: Sea
    findings: tuple[Finding, ...] = ()
    fault: str | None = None


def parse(said: Field, players: Sequence[str]) -> Call | None:
    """Read a fact; None with a fault where it is none."""
    do, player = said.get("do").one_of(DOINGS), said.get("player").one_of(players)
    stop = said.get("stop").one_of(STOPS)
    return Call(do, player, stop) if do and player and stop else None


def apply(sea: Sea, call: Call) -> Sea:
    """The sea afterwards, whatever the rules think of it."""
    if call.do == "storm":
        return replace(sea, at={who: stop for who, stop in sea.at.items() if stop != call.stop})
    called = tuple(dict.fromkeys((*sea.called.get(call.player, ()), call.stop)))
    return replace(
        sea,
        at={**sea.at, call.player: call.stop},
        called={**sea.called, call.player: called},
    )


def judge(sea: Sea, call: Call) -> tuple[Finding, ...]:
    """What the rules do not like."""
    here = sea.at.get(call.player)
    if call.do == "sail" and here is None:
        return (Finding("no-ferry", Severity.ILLEGAL, "2", (call.stop,)),)
    if call.do == "sail" and here is not None and _apart(here, call.stop) != 1:
        params = {"player": call.player, "place": here}
        return (Finding("too-far", Severity.ILLEGAL, "1", (here, call.stop), params, "look"),)
    if call.do == "return" and here is not None:
        return (Finding("still-afloat", Severity.ILLEGAL, "3", (here,)),)
    return ()


def _apart(one: str, other: str) -> int:
    steps = abs(STOPS.index(one) - STOPS.index(other))
    return min(steps, len(STOPS) - steps)


class Ferries:
    """The game as a table plays it."""

    def __init__(self, header: Header) -> None:
        seats = header.setup["players"]
        assert isinstance(seats, list)
        self.start = Sea(tuple(seat["name"] for seat in seats))

    def first(self) -> Moment:
        """No ferry is on the board yet."""
        return Moment(self.start)

    def following(self, before: Moment, standing: Standing, allowed: frozenset[str]) -> Moment:
        """Go on by one fact."""
        said = Field(standing.fact, "it")
        call = parse(said, self.start.players)
        if call is None:
            return Moment(before.sea, (), str(said.faults[0]))
        found = tuple(each for each in judge(before.sea, call) if each.code not in allowed)
        return Moment(apply(before.sea, call), found)

    def gist(self, before: Moment, facts: Sequence[Standing], moments: Sequence[Moment]) -> Gist:
        """Which facts have open findings, and how many ferries came and went."""
        told = zip(facts, moments, strict=True)
        come = len(moments[-1].sea.at) - len(before.sea.at)
        return {"open": [fact.seq for fact, moment in told if moment.findings], "come": come}

    def keep(self, _: Moment, moment: Moment) -> str:
        """Write the sea down; who sails on it is known."""
        new = asdict(moment.sea)
        return json.dumps({word: new[word] for word in new.keys() - {"players"}})

    def recall(self, kept: Sequence[str]) -> Moment:
        """Read it again."""
        data = json.loads(kept[-1])
        called = {who: tuple(stops) for who, stops in data["called"].items()}
        return Moment(Sea(self.start.players, data["at"], called))

    def check(self, fact: Fact) -> Fact:
        """A fact in its own words; raise InputError where it is none."""
        said = Field(fact, "fact")
        call = parse(said, self.start.players)
        if call is None:
            raise InputError(str(said.faults[0]))
        return asdict(call)


HEADER = Header("ferries", {"players": [{"name": "Ann"}, {"name": "Ben"}]})
