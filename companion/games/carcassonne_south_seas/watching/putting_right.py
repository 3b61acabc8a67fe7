"""What was told of an islander, put right where later looks show that it was otherwise.

Nothing else changes: whose turns they were, which tiles lie where, and what people said stay. A
record that breaks more rules than before is no better.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice

from companion.games.carcassonne_south_seas.course.evaluation import is_due
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.watching.on_tiles import OnTile
from companion.games.carcassonne_south_seas.watching.whereabouts import Run, Runs, Waits
from companion.reading import EMPTY
from companion.watching.moving_pieces.tellings import Told

OFTEN = 6
"""One that was seen on a tile in so many looks was there."""
BACK = 2
"""Who is gone went home, or was taken, in the last turns: so many."""
MOST = 3
"""So many other parts of his tile are thought of at most."""

Priced = Callable[[State, Sequence[e.Event]], tuple[State, float]]
"""Where facts lead, and what the rules have against them."""


@dataclass(frozen=True)
class Placed:
    """An islander by the record: who came where by which fact, and the one that took him back."""

    nth: int
    player: str
    place: str
    taken: int | None = None


@dataclass(frozen=True)
class Instead:
    """What was told of the tile on a cell, otherwise.

    From the fact ``at`` on, those of some numbers are left ``out``, and these are put before it.
    """

    cell: str
    at: int
    out: frozenset[int] = frozenset()
    put: tuple[e.Event, ...] = ()

    def of(self, events: Sequence[e.Event]) -> list[e.Event]:
        """The facts from ``at`` on, told so."""
        rest = (each for nth, each in enumerate(events) if nth >= self.at and nth not in self.out)
        return [*self.put, *rest]


@dataclass(frozen=True)
class Past:
    """What the record has of each tile, by its cell: who laid it by which fact, and who came.

    ``said`` are the numbers of the facts that people told: no camera puts those right.
    """

    told: Told[State]
    events: Sequence[e.Event]
    priced: Priced
    laid: Mapping[str, int]
    placed: Mapping[str, Placed]
    said: Collection[int] = ()

    @classmethod
    def of(
        cls,
        told: Told[State],
        events: Sequence[e.Event],
        priced: Priced,
        said: Collection[int] = (),
    ) -> Past:
        """Read it from all facts of a record; of one with unknown facts nothing is known."""
        events = events if len(events) == len(told.facts) else ()
        laid, placed = dict[str, int](), dict[str, Placed]()
        for nth, event in enumerate(events):
            match event:
                case e.TileLaid():
                    laid[event.cell] = nth
                case e.IslanderPlaced():
                    placed[_cell(event.place)] = Placed(nth, event.player, event.place)
                case e.IslanderTaken():
                    cell = _cell(event.place)
                    if cell in placed:
                        was = placed[cell]
                        placed[cell] = Placed(was.nth, was.player, was.place, nth)
        return cls(told, events, priced, laid, placed, said)

    def layer(self, cell: str) -> str:
        """Who laid a tile; nobody the first."""
        return self.events[self.laid[cell]].player if cell in self.laid else ""

    def who(self, cell: str) -> str | None:
        """Where the record has somebody on a tile now."""
        return self.standing.get(cell)

    def is_said(self, cell: str) -> bool:
        """Whether somebody told of the islander of a tile."""
        was = self.placed.get(cell)
        return was is not None and (was.nth in self.said or was.taken in self.said)

    @cached_property
    def standing(self) -> dict[str, str]:
        """Where the record has somebody now, by the cells of tiles."""
        return {_cell(place): place for place in self.told.state.islanders}

    def after(self, instead: Instead) -> State | None:
        """Where the record leads if it is told so; None if it breaks more rules."""
        begins = (*self.told.before, self.told.state)[instead.at]
        stood = self.priced(begins, self.events[instead.at :])[1]
        state, cost = self.priced(begins, instead.of(self.events))
        return state if cost <= stood else None

    def moved(self, cell: str, place: str) -> Instead:
        """He was on another part of his tile; or he came, and nobody saw it."""
        was = self.placed.get(cell)
        if was is None:
            nth = self.laid[cell] + 1
            return Instead(cell, nth, put=(e.IslanderPlaced(self.layer(cell), place),))
        out = frozenset(nth for nth in (was.nth, was.taken) if nth is not None)
        return Instead(cell, was.nth, out, (e.IslanderPlaced(was.player, place),))


def put_right(past: Past, seen: Mapping[str, OnTile], runs: Runs, waits: Waits) -> Instead | None:
    """The first thing that was told wrongly, and how it was."""
    for cell, here in seen.items():
        if cell in past.laid:
            said = _said(past, cell, here)
            if said is not None:
                return said
            for instead, fits in _otherwise(past, cell, here, runs, waits):
                after = past.after(instead)
                if after is not None and fits(after):
                    return instead
    return None


def _said(past: Past, cell: str, here: OnTile) -> Instead | None:
    """Who somebody says is there came in the turn of his tile, whatever the rules have against it.

    Elsewhere it would break them as well: another may be told on a part that is not his.
    """
    place = next((place for place, piece in here.words.items() if piece != EMPTY), None)
    was, colour = past.placed.get(cell), past.told.state.game.colours[past.layer(cell)]
    if place is None or here.words[place] != colour:
        return None
    is_told = was is not None and was.place == place and was.taken is None
    return None if is_told else past.moved(cell, place)


Otherwise = tuple[Instead, Callable[[State], bool]]


def _otherwise(
    past: Past, cell: str, here: OnTile, runs: Runs, waits: Waits
) -> Iterator[Otherwise]:
    run, was, who = runs[cell], past.placed.get(cell), past.who(cell)
    state = past.told.state
    colour = state.game.colours[past.layer(cell)]
    is_newest = cell == [*state.tiles][-1]
    if {*here.words.values()} - {EMPTY} or past.is_said(cell):
        return
    if who is not None and was is not None:
        if is_newest and run.part != who and run.stood >= waits.soon and cell not in runs.settled:
            yield past.moved(cell, run.part), lambda after: run.part in after.islanders
        elif run.gone >= waits.soon or here.words.get(who) == EMPTY:
            yield from _gone(past, was, run, here, waits)
    elif was is not None and was.taken is not None:
        if run.there >= waits.missed > run.away:
            instead = Instead(cell, was.taken, frozenset({was.taken}))
            yield instead, lambda after: was.place in after.islanders
    elif was is None and run.gone >= waits.soon and run.passed >= waits.plain:
        yield past.moved(cell, run.faintly), partial(_has_gone_home, run.faintly)
    elif was is None and not is_newest and run.stood >= waits.later and here.best[1] == colour:
        yield past.moved(cell, run.part), lambda after: run.part in after.islanders


def _has_gone_home(place: str, after: State) -> bool:
    """Who was half seen with his tile, and is gone, completed what he was on. Rules 12 and 43."""
    return place not in after.islanders or goes_home(after, place)


def goes_home(state: State, place: str) -> bool:
    """Whether the islander on a place is to go home now, with what this turn evaluates."""
    area = state.area(place)
    return area is not None and is_due(state, area)


def _gone(past: Past, was: Placed, run: Run, here: OnTile, waits: Waits) -> Iterator[Otherwise]:
    """Who is gone was on a part that has just paid; he was taken back; or he never was there.

    One who is to go home now did: nothing was told wrongly of him. One that is seen until somebody
    says that nobody is there was none.
    """
    cell = _cell(was.place)

    def is_home(after: State) -> bool:
        return not any(_cell(place) == cell for place in after.islanders)

    if not goes_home(past.told.state, was.place):
        yield from ((instead, is_home) for instead in _left(past, was, run, is_home))
    never_was = run.ever < OFTEN or (here.is_denied and run.away < waits.soon)
    if here.words.get(was.place) == EMPTY and never_was:
        yield Instead(cell, was.nth, frozenset({was.nth})), is_home


def _left(past: Past, was: Placed, run: Run, is_home: Callable[[State], bool]) -> Iterator[Instead]:
    """He was on a part that has just paid, or he was taken back."""
    last = list(past.laid.values())[-BACK:]
    cell = _cell(was.place)
    for part in islice(run.others(was.place), MOST):
        instead = past.moved(cell, part)
        before = instead.of(past.events[: last[0]])
        stood = past.priced(past.told.before[instead.at], before)[0]
        if not is_home(stood):
            yield instead
    for nth in last[1:]:
        yield Instead(cell, nth, put=(e.IslanderTaken(was.player, was.place),))


def _cell(place: str) -> str:
    return place.rpartition("/")[0]
