"""Drawn games of Big Kini, watched through readings made from the truth, and then spoilt.

Whoever plays lifts a cube, sometimes puts it down on another post first, and leaves it for a few
looks; what no camera sees is tapped, before what was done before it is seen, or after. A place on
an atoll is read only where the record believes that atoll to lie.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from companion.boards.tiles_board import TilesBoard
from companion.files.fields import Field
from companion.games.big_kini.course.apply import as_it_was
from companion.games.big_kini.drawn.self_play import drawn
from companion.games.big_kini.game import GAME
from companion.games.big_kini.state.atolls import FACTORY, SEATS, STORE
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.watching.lying import is_for_tokens, lies
from companion.play.game import Seat
from companion.play.played import read_played
from companion.position import Position
from companion.reading import EMPTY, HIDDEN, Reading, Seen
from companion.records.record import Fact, Header, Record, Source, Who, facts_of
from companion.watching.follower import Follower
from companion.watching.mending import confirmed
from companion.watching.referee import Pace
from companion.watching.steps import written

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
SAYS = Source(Who.PERSON, "table")
OF_CUBES = (e.Settled, e.Proliferated, e.Moved, e.Landed, e.Crowned, e.Retreated)
OF_TILES = (e.HomeChosen, e.Discovered)
SEEN = (*OF_CUBES, *OF_TILES, e.TokenPlaced, e.GoodsTaken, e.DiceThrown)
"""What changes the table; the end of a turn is neither seen nor said. Of a card that is turned up
only its action is seen, by the neutral token: which card it was is tapped."""
MAY_BE_LATE = (e.IncomeTaken, e.CardBought, e.GoodsPicked)
"""What is tapped when there is time; phones ask for all else at once."""
MAY_BE_EARLY = (e.IncomeTaken, e.CardBought, e.ElectionCalled)
LAST_LOOKS, RECENT = 10, 8
Places = Mapping[str, str]
Eyes = Callable[[Places, Position], Reading]
"""How a table that lies so is read by who is told which tiles lie there, and who plays."""


@dataclass(frozen=True)
class Table:
    """How people play, and how well they are seen; all are probabilities but ``looks``."""

    looks: tuple[int, int] = (6, 9)
    """So many looks, from and to, at what was done."""
    lifted: float = 0.3
    """Somebody has the cube in his hand for some looks."""
    astray: float = 0.05
    """He puts it down on another post first."""
    marks: float = 0.5
    """A factory is marked with a cube; else its income is tapped."""
    tapped_late: float = 0.3
    tapped_early: float = 0.2
    taps_seen: float = 0.2
    """What will be seen is tapped too, before it is seen."""
    hidden: float = 0.0
    """A place can't be seen in a look."""
    wrong: float = 0.0
    """What lies on a place is taken for something else in a look, and not surely."""


@dataclass
class Watched:
    """What came of one watched game."""

    cubes: int = 0
    cubes_right: int = 0
    tiles: int = 0
    tiles_right: int = 0
    tokens: int = 0
    tokens_right: int = 0
    money_right: bool = False
    ended: bool = False
    questions: int = 0
    warnings: int = 0
    seconds: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def drawn_facts(
    board: TilesBoard, players: int, options: Mapping[str, object], seed: int
) -> tuple[Header, State, list[e.Event]]:
    """A whole game by lot."""
    colours = GAME.roles(board)
    seats = [Seat(*each) for each in zip(NAMES[:players], colours, strict=False)]
    setup, random = GAME.begin(seats, options, board), Random(seed)
    state = start = GAME.start(setup, board)
    facts: list[e.Event] = []
    while (event := drawn(state, random)) is not None:
        facts.append(event)
        state = GAME.apply(state, event)
    return Header("big_kini", dict(setup)), start, facts


def watch_tabled_game(
    board: TilesBoard,
    game: tuple[int, Mapping[str, object]],
    seed: int,
    table: Table,
    eyes: Eyes | None = None,
) -> Watched:
    """Play a game of so many by these options before a camera, and hold the record against it."""
    header, start, facts = drawn_facts(board, *game, seed)
    return _Evening(board, header, (start, facts), (table, Random(seed)), eyes).watched()


class _Evening:
    def __init__(
        self,
        board: TilesBoard,
        header: Header,
        played: tuple[State, Sequence[e.Event]],
        people: tuple[Table, Random],
        eyes: Eyes | None,
    ) -> None:
        self.board, (self.start, self.facts) = board, played
        (self.table, self.random), self.eyes = people, eyes
        self.follower = Follower(GAME, Record(header), board, Pace.LIVE)
        self.believed: tuple[tuple[Fact, ...], State] = (), self.start
        self.unmarked = frozenset[str]()
        self.places: Places = {}
        self.out, self.looks, self.asked = Watched(), 0, 0
        self.waiting: list[e.Event] = []
        self.happened: list[e.Event] = []

    def watched(self) -> Watched:
        """Play it to its end, and hold what was written against what happened."""
        state, early = self.start, set[int]()
        for number, event in enumerate(self.facts):
            before, state = state, GAME.apply(state, event)
            self.happened.append(event)
            following = self.facts[number + 1] if number + 1 < len(self.facts) else None
            if isinstance(event, e.IncomeTaken):
                self._may_mark(event, before, said=number in early)
            elif isinstance(event, e.TurnEnded) and before.turn.doings[1:]:
                self._says_after_what_waits(event)
            elif not isinstance(event, (*SEEN, e.TurnEnded)) and number not in early:
                self._may_say(event)
            elif isinstance(event, SEEN) and self.random.random() < self.table.taps_seen:
                self._says(_as_tapped(event))
            if isinstance(following, MAY_BE_EARLY) and self._happens(self.table.tapped_early):
                early.add(number + 1)
                self._says(following)
            if before.round != state.round or before.phase is not state.phase:
                self._sees(self._untidied(before, event, state))
            self._sees(self._lying(state))
            if isinstance(event, (*SEEN, e.CardTurnedUp)):
                self._says_what_waits()
        self._says_what_waits()
        for _ in range(LAST_LOOKS):
            self._look(self.places)
        self.follower.finish()
        self._judge(state)
        return self.out

    def _happens(self, share: float) -> bool:
        return not self.waiting and self.random.random() < share

    def _lying(self, state: State) -> Places:
        """What lies on the table: all but markers that nobody put."""
        places = lies(state)
        self.unmarked &= state.used.keys()
        return {**places, **dict.fromkeys(self.unmarked, EMPTY)}

    def _untidied(self, before: State, event: e.Event, after: State) -> Places:
        """What lies there after the last deed of a round, until tokens go home. Rules 68 to 72."""
        kinds = (FACTORY, STORE)
        places = lies(after) | {
            place: piece
            for place, piece in self.places.items()
            if is_for_tokens(place) or after.kind_of(place) in kinds
        }
        match event:
            case e.IncomeTaken(player, place) if place not in self.unmarked:
                places[place] = before.game.colours[player]
            case e.GoodsTaken(_, place):
                places[place] = EMPTY
            case e.TokenPlaced(player, space):
                places[space] = before.game.colours[player]
        return places

    def _may_mark(self, event: e.IncomeTaken, before: State, *, said: bool) -> None:
        """He marks the factory, or taps; what a card lets him take again no marker can show."""
        is_again = event.place in before.used
        if not (said or is_again) and self.random.random() < self.table.marks:
            return
        self.unmarked |= set() if is_again else {event.place}
        if not said:
            self._may_say(event)

    def _sees(self, after: Places) -> None:
        before = self.places
        came = [at for at, piece in after.items() if piece not in (EMPTY, before.get(at, EMPTY))]
        left = [at for at in before if before[at] != after.get(at, EMPTY)]
        if not came and not left:
            return
        cubes = [at for at in came if at not in self.board.cells and not is_for_tokens(at)]
        if left and self.random.random() < self.table.lifted:
            for _ in range(self.random.randint(1, 3)):
                self._look({**before, **dict.fromkeys(left[:1], EMPTY)})
        if cubes and self.random.random() < self.table.astray:
            self._puts_astray(after, cubes[0])
        self.places = dict(after)
        for _ in range(self.random.randint(*self.table.looks)):
            self._look(after)

    def _puts_astray(self, after: Places, place: str) -> None:
        """The cube lies on another free post of that atoll first, for up to three looks."""
        cell = "/".join(place.split("/")[:2])
        _, state = self.believed
        free = [at for at in state.places_at(cell, *SEATS) if after.get(at) == EMPTY]
        if free and place in after:
            wrong = {**after, place: EMPTY, self.random.choice(free): after[place]}
            for _ in range(self.random.randint(1, 3)):
                self._look(wrong)

    def _look(self, places: Places) -> None:
        reading = self._reading(places) if self.eyes is None else self.eyes(places, self._known())
        began = time.process_time()
        self.looks += 1
        self.follower.see(reading, str(self.looks))
        self.out.seconds.append(time.process_time() - began)
        self._answer(places)

    def _known(self) -> Position:
        """What a reader is told by who keeps the record."""
        return GAME.face.position(self._belief())

    def _reading(self, places: Places) -> Reading:
        state = self._belief()
        spaces = {
            cell: self._seen(places.get(cell, EMPTY), [*state.game.atolls])
            for cell in state.game.layout.cells
        }
        kinds = [EMPTY, *state.game.colours.values()]
        slots = {}
        for place in lies(state):
            cell = "/".join(place.split("/")[:2])
            if place not in self.board.cells:
                is_right = is_for_tokens(place) or places.get(cell) == state.tiles.get(cell)
                lie = places.get(place, EMPTY)
                slots[place] = self._seen(lie, kinds) if is_right else Seen(HIDDEN, 1.0)
        return Reading(spaces, slots)

    def _seen(self, piece: str, others: Sequence[str]) -> Seen:
        lot = self.random.random()
        if lot < self.table.hidden:
            return Seen(HIDDEN, 1.0)
        if lot < self.table.hidden + self.table.wrong:
            other = self.random.choice(others)
            sure = self.random.uniform(0.4, 0.9)
            return Seen(other, sure, ((other, sure), (piece, 1 - sure)))
        return Seen.only(piece, 0.999)

    def _belief(self) -> State:
        """Where the record stands, as the reader of the table knows it."""
        now = tuple(facts_of(self.follower.record))
        before, state = self.believed
        if now[: len(before)] != before:
            before, state = (), self.start
        for fact in now[len(before) :]:
            event = GAME.parse(Field(fact), state)
            state = state if event is None else GAME.apply(state, event)
        self.believed = now, state
        return state

    def _answer(self, places: Places) -> None:
        """Somebody tells what lies where and what happened, where it is asked, and truly."""
        for doubt in self.follower.outcome.doubts:
            if doubt.subject is not None:
                self.follower.answer(doubt.subject, places.get(doubt.subject, EMPTY))
        whole = [doubt for doubt in self.follower.outcome.doubts if doubt.subject is None]
        if whole and not self.asked:
            self.out.questions += 1
            self._note(f"asked {whole[0].likely}")
            true = {written(GAME.fact(event)) for event in self.happened[-RECENT:]}
            answer = next((fact for fact, _ in whole[0].likely if fact in true), None)
            if answer is not None:
                self.follower.say(json.loads(answer), SAYS)
        self.asked = len(whole)

    def _note(self, said: str) -> None:
        self.out.notes.append(f"look {self.looks}, {self.happened[-1]}: {said}")

    def _may_say(self, event: e.Event) -> None:
        """What can't be seen is tapped at once, or after the next thing is seen."""
        if isinstance(event, MAY_BE_LATE) and self.random.random() < self.table.tapped_late:
            self.waiting.append(event)
        else:
            self._says_after_what_waits(event)

    def _says_after_what_waits(self, event: e.Event) -> None:
        """People tap things in their order."""
        if self.waiting:
            self.waiting.append(event)
        else:
            self._says(event)

    def _says_what_waits(self) -> None:
        for each in self.waiting:
            self._says(each)
        self.waiting = []

    def _says(self, event: e.Event) -> None:
        fact, before = GAME.fact(event), self.follower.record
        self.follower.say(fact, SAYS)
        if self.follower.record.entries == before.entries:
            self.follower.record = confirmed(before, fact, SAYS)

    def _judge(self, state: State) -> None:
        log, out = self.follower.log, self.out
        out.questions += len(log.asked)
        out.notes += [f"look {look}: asked {doubt}" for look, doubt in log.asked]
        out.notes += [f"look {look}: {drift}" for look, drift in log.drifted]
        played = read_played(GAME, self.follower.record, self.board)
        truth = _told(self.start, self.facts)
        seen = _told(played.start, [event for _, event in played.facts])
        found = [code for code in seen.found if code not in truth.found]
        out.warnings = len(log.drifted) + len(found)
        out.notes += found
        out.cubes, out.cubes_right = truth.agree(seen, OF_CUBES)
        out.tiles, out.tiles_right = truth.agree(seen, OF_TILES)
        out.tokens, out.tokens_right = truth.agree(seen, (e.TokenPlaced,))
        out.notes += [f"not told: {each}" for each in truth.facts - seen.facts]
        out.notes += [f"told besides: {each}" for each in seen.facts - truth.facts]
        out.ended = seen.after.over == state.over
        out.money_right = all(state.money(p) == seen.after.money(p) for p in state.players)


@dataclass
class _Told:
    """What was done in which turn, what the rules have against it, and where it led."""

    after: State
    facts: Counter[tuple[tuple[int, int], e.Event]] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)

    def agree(self, other: _Told, kinds: tuple[type, ...]) -> tuple[int, int]:
        """How many facts of these kinds there are, and of how many the other tells the same."""
        mine = Counter({key: n for key, n in self.facts.items() if isinstance(key[1], kinds)})
        return mine.total(), (mine & other.facts).total()


def _told(state: State, facts: Sequence[e.Event]) -> _Told:
    told = _Told(state)
    for event in facts:
        told.found += [f"{each.code} {event}" for each in GAME.findings(state, event)]
        if isinstance(event, (*SEEN, e.IncomeTaken)):
            during = as_it_was(state, event)
            told.facts[(during.round, during.placed), event] += 1
        state = GAME.apply(state, event)
    told.after = state
    return told


def _as_tapped(event: e.Event) -> e.Event:
    """A fact as a page taps it: an atoll in no turn of its own."""
    match event:
        case e.HomeChosen(player, cell, atoll):
            return e.HomeChosen(player, cell, f"{atoll.partition('/')[0]}/0")
        case e.Discovered(player, source, cell, atoll):
            return e.Discovered(player, source, cell, f"{atoll.partition('/')[0]}/0")
    return event
