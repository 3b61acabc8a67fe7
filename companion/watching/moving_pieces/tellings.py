"""How a record may go on: what was done may belong before what was said last, or instead of it.

Somebody taps what he did before his move was seen, or after his next one was; a piece is put down
and moved on. All that is weighed against the plain way on, in moves.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic

from companion.boards.board import Board
from companion.files.fields import Field
from companion.play.game import Game
from companion.play.timeline import Event, State
from companion.reading import EMPTY
from companion.records.record import Fact, Record, Who, effective_facts
from companion.watching.moving_pieces.ways import Search, SurelySeen, Ways
from companion.watching.steps import Steps

LOOK_BACK = 6
"""A way may begin before so many of the last facts."""
REMEMBERED = 12
"""So many of the last facts are weighed anew with what is seen, or said, next."""
TAKING_BACK = 1.5
"""What it costs to take back what the camera wrote last, in moves."""
EARLIER = 0.1
"""What it costs to begin one fact earlier, in moves."""
MOST_KNOWN = 64
"""So many tellings of one record are remembered."""
USUAL = 2.0
"""A way that costs more than this is compared with those that begin earlier, in moves."""


@dataclass(frozen=True)
class Told(Generic[State]):
    """The facts of a record, where they lead, and the states before each of them.

    ``said`` is the number of the last fact that somebody said, counted from 1.
    """

    facts: tuple[Fact, ...]
    state: State
    before: tuple[State, ...] = ()
    said: int = 0


@dataclass(frozen=True)
class Wrote:
    """What the camera wrote last: which facts, at what cost, what came to lie where; looks since.

    ``seen`` are the looks in which it lay there before that was written, ``put_down``: it lay there
    for a moment only. No facts where people have said something between them. ``passed`` are the
    pieces that were seen then, and by these facts came and went.
    """

    begun: int = 0
    ended: int = 0
    cost: float = 0.0
    changed: Mapping[str, str] = field(default_factory=dict)
    looks: int = 0
    seen: int = 0
    put_down: bool = False
    passed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Telling(Generic[State, Event]):
    """Ways that begin before the last ``back`` facts, of which the first ``dropped`` are wrong."""

    ways: Ways[State, Event]
    cost: float
    back: int = 0
    dropped: int = 0

    def is_part_of(self, whole: Telling[State, Event]) -> bool:
        """Whether what this tells, if anything, is told by the other too."""
        told, all_ = (each.ways.found[:1] for each in (self, whole))
        return not told or not all_ or all(event in all_[0].events for event in told[0].events)


class Tellings(Generic[State, Event]):
    """Weighs how a record may go on."""

    def __init__(self, search: Search[State, Event], *, earlier: bool) -> None:
        """``earlier``: what was done may belong before what was said last."""
        self.search, self.earlier = search, earlier

    def best(
        self,
        told: Told[State],
        seen: SurelySeen,
        wrote: Wrote | None = None,
        left: frozenset[str] = frozenset(),
    ) -> Telling[State, Event]:
        """The cheapest; what the camera ``wrote`` last may be taken back.

        What was seen where it lies, and has ``left``, has not just come: something was done since.
        """
        wrote = wrote or Wrote()
        dropping = wrote.ended - wrote.begun
        ways = self.search.ways(told.state, seen)
        if not self.earlier:
            return Telling(ways, ways.cost)
        events = self.events(told)
        stands = self.standing(told, events)
        best = Telling(ways, ways.cost + stands[-1])
        taking_back = self._taking_back(told, ways, wrote)
        if best.cost <= USUAL and taking_back == TAKING_BACK:
            return best
        for back in range(1, min(len(events), LOOK_BACK) + 1):
            since = events[len(events) - back :]
            stood = stands[len(events) - back] + EARLIER * back
            ways = self.search.ways(told.before[-back], seen, since, best.cost - stood)
            cost = ways.cost + stood
            if cost < best.cost and (ways.found[0].events or left.isdisjoint(seen)):
                best = Telling(ways, cost, back)
        if 0 < dropping <= len(events):
            stood = stands[len(events) - dropping]
            # What the rules have against what was written is counted where it stands.
            stood += taking_back - (wrote.cost - (stands[-1] - stood))
            ways = self.search.ways(told.before[-dropping], seen, (), best.cost - stood)
            cost = ways.cost + stood
            if cost < best.cost:
                best = Telling(ways, cost, dropping, dropping)
        return best

    def _taking_back(self, told: Told[State], ways: Ways[State, Event], wrote: Wrote) -> float:
        """What it costs to take back what the camera wrote last: less where it is moved on."""
        moved_on = self.search.habits.moved_on
        if moved_on is None or not ways.found:
            return TAKING_BACK
        return (
            moved_on if self._is_moved_on(told.state, ways.found[0].after, wrote) else TAKING_BACK
        )

    def _is_moved_on(self, state: State, after: State, wrote: Wrote) -> bool:
        """Whether a piece that the camera wrote down last lies somewhere else now.

        Of pieces that may be anywhere it is told where each lies, of others what lies where.
        """
        lay, lies = self.search.lies(state), self.search.lies(after)
        new = {subject: answer for subject, answer in lies.items() if lay.get(subject) != answer}
        if self.search.habits.asks_where:
            put = {piece for piece, stop in wrote.changed.items() if stop != EMPTY}
            return wrote.put_down and any(new.get(piece, EMPTY) != EMPTY for piece in put)
        gone = {piece for place, piece in wrote.changed.items() if lies.get(place) != piece}
        return bool(gone & set(new.values()) - {EMPTY})

    def events(self, told: Told[State], last: int = REMEMBERED) -> tuple[Event, ...]:
        """The last facts, so many at most, as far as the game knows them."""
        facts = told.facts[max(0, len(told.facts) - last) :]
        read = [self.search.game.parse(Field(fact), told.state) for fact in facts]
        known = next((at for at in range(len(read), 0, -1) if read[at - 1] is None), 0)
        return tuple(event for event in read[known:] if event is not None)

    def standing(self, told: Told[State], events: Sequence[Event]) -> list[float]:
        """What the rules have against the last facts: against none, the first, the first two."""
        prices = [0.0]
        before = told.before[len(told.before) - len(events) :]
        for state, event in zip(before, events, strict=True):
            prices.append(prices[-1] + self.search.steps.by(state, event).price)
        return prices


class BestKnown(Generic[State, Event]):
    """Remembers the best tellings of one record, as long as it stands."""

    def __init__(self) -> None:
        self._facts: tuple[Fact, ...] | None = None
        self._best: dict[Hashable, Telling[State, Event]] = {}

    def of(
        self, told: Told[State], thought: Hashable, best: Callable[[], Telling[State, Event]]
    ) -> Telling[State, Event]:
        """The best telling of what is ``thought`` of, looked for where it is not known."""
        if self._facts != told.facts or len(self._best) > MOST_KNOWN:
            self._facts, self._best = told.facts, {}
        if thought not in self._best:
            self._best[thought] = best()
        return self._best[thought]


class Recalling(Generic[State, Event]):
    """Tells where records of one game stand, each on from where it parts from one before it."""

    def __init__(self, game: Game[State, Event], board: Board, steps: Steps[State, Event]) -> None:
        self._game, self._board, self._steps = game, board, steps

    def start(self, record: Record) -> State:
        """The state before the first fact."""
        return self._game.start(record.header.setup, self._board)

    def told(self, record: Record, before: Told[State] | None) -> Told[State]:
        """Where a record stands; ``before`` is where one stood that may begin as this does."""
        now = effective_facts(record.entries)
        facts = tuple(each.fact for each in now)
        people = (at for at in range(len(now), 0, -1) if now[at - 1].by.who is Who.PERSON)
        said = next(people, 0)
        if before is None:
            before = Told((), self.start(record))
        if facts == before.facts:
            return before if before.said == said else replace(before, said=said)
        alike = _alike(facts, before.facts)
        told = _cut(before, alike)
        states = [told.state]
        for fact in facts[alike:]:
            states.append(self._steps.told(states[-1], fact).after)
        return Told(facts, states[-1], (*told.before, *states[:-1]), said)


def _alike(one: Sequence[Fact], other: Sequence[Fact]) -> int:
    """How many facts two records begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _cut(told: Told[State], facts: int) -> Told[State]:
    """The same with only so many of its facts."""
    state = (*told.before, told.state)[facts]
    return Told(told.facts[:facts], state, told.before[:facts])
