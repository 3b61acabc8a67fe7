"""Games to watch: drawn by lot, seen by a reader that doubts and errs as a real one does."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from companion.boards.routes_board import RoutesBoard
from companion.finding import Severity
from companion.games.clippers.corrections.inquiry import INQUIRY
from companion.games.clippers.course.allowance import most_sticks
from companion.games.clippers.course.apply import apply
from companion.games.clippers.course.rounds import at_turn_of
from companion.games.clippers.course.setup import new_game, set_up
from companion.games.clippers.drawn.drawn_game import draw_game
from companion.games.clippers.game import GAME
from companion.games.clippers.judging.judgement import findings
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.record.play import from_record
from companion.games.clippers.record.timeline import last_state, score_of, steps
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import (
    Event,
    MarkerMoved,
    MarkerPlaced,
    PlayersAct,
    StickLaid,
    TurnEnded,
)
from companion.games.clippers.terms.players import Player
from companion.games.clippers.watching.search.hypotheses import MarketAct
from companion.games.clippers.watching.search.placing import hopeless
from companion.play.corrections.causes import causes
from companion.play.played import last_position
from companion.position import Position
from companion.reading import EMPTY, HIDDEN, Reading, Seen
from companion.records.record import Happened, Record, Source, Who
from companion.watching.follower import Follower
from companion.watching.outcome import Outcome, Piece
from companion.watching.referee import Pace
from tests.whole_games import new_record

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve")
PERSON = Source(Who.PERSON)
LAST_LOOKS = 10
"""At the end people answer what is asked, until nothing is; no longer than for so many looks."""
Visible = StickLaid | MarkerPlaced | MarkerMoved


@dataclass(frozen=True, slots=True)
class Eyes:
    """How a simulated reader sees: shares of places, in each look."""

    sure: float = 0.999
    doubtful: float = 0.004
    """Places read right, but with a chance of only a half and more."""
    wrong: float = 0.0005
    """Places read wrong, with a chance up to 0.9."""
    hidden: float = 0.05
    """Places under a glass or a sleeve that stays in the picture."""
    misread: float = 0.0
    """Places that are read wrong all game long, whenever a piece lies there: half of them surely,
    the others with a chance of 0.6 to 0.95."""

    def look(self, board: RoutesBoard, position: Position, random: Random) -> Reading:
        """See a position."""
        sticks = [kind.name for kind in board.stick.kinds] if board.stick else []
        markers = [kind.name for kind in board.marker.kinds] if board.marker else []
        return Reading(
            {p: self._place(position.spaces.get(p, EMPTY), sticks, random) for p in board.spaces},
            {p: self._place(position.slots.get(p, EMPTY), markers, random) for p in board.slots},
        )

    def _place(self, true: str, kinds: Sequence[str], random: Random) -> Seen:
        lot = random.random()
        if lot < self.hidden:
            return Seen(HIDDEN, 0.99, ((HIDDEN, 0.99), (EMPTY, 0.01)))
        other = random.choice([kind for kind in (EMPTY, *kinds) if kind != true])
        chance = self.sure
        if lot < self.hidden + self.wrong:
            true, other, chance = other, true, random.uniform(0.5, 0.9)
        elif lot < self.hidden + self.wrong + self.doubtful:
            chance = random.uniform(0.5, 0.99)
        return Seen(true, chance, ((true, chance), (other, 1 - chance)))


@dataclass
class Watched:
    """What came of one watched game."""

    sticks: int = 0
    right: int = 0
    """Sticks recorded for the right player, in the right turn."""
    asked: int = 0
    false_warnings: int = 0
    planted: int = 0
    reported: int = 0
    """Planted sticks and markers that were reported with the right codes,"""
    put_right: int = 0
    """and whose taking back left the record as it was."""
    states: int = 0
    states_right: int = 0
    """Settled looks after which the record had all pieces as they lay."""
    money_right: bool = False
    score_right: bool = False
    counted_right: bool = False
    """Whether the score is right once the money is counted."""
    seconds: list[float] = field(default_factory=list)


class SpoiltEyes:
    """Eyes to which some places look like something else, the same all game long."""

    def __init__(self, eyes: Eyes, board: RoutesBoard, seed: int) -> None:
        self.eyes = eyes
        random = Random(f"spoilt {seed}")
        places = [
            place for place in (*board.spaces, *board.slots) if random.random() < eyes.misread
        ]
        self._likes = {place: self._like(board, place, random) for place in places}

    @staticmethod
    def _like(board: RoutesBoard, place: str, random: Random) -> tuple[list[str], float]:
        pieces = board.stick if place in board.spaces else board.marker
        kinds = [EMPTY, *(kind.name for kind in pieces.kinds)] if pieces else [EMPTY]
        random.shuffle(kinds)
        return kinds, random.choice((0.999, random.uniform(0.6, 0.95)))

    def look(self, board: RoutesBoard, position: Position, random: Random) -> Reading:
        """See a position, with the places that mislead."""
        seen = self.eyes.look(board, position, random)
        lying = {**position.spaces, **position.slots}
        wrong = {p: self._misread(p, lying[p]) for p in self._likes if p in lying}
        spaces = {place: wrong.get(place, each) for place, each in seen.spaces.items()}
        slots = {place: wrong.get(place, each) for place, each in seen.slots.items()}
        return replace(seen, spaces=spaces, slots=slots)

    def _misread(self, place: str, true: str) -> Seen:
        kinds, chance = self._likes[place]
        like = next(kind for kind in kinds if kind != true)
        return Seen(like, chance, ((like, chance), (true, 1 - chance)))


def drawn(board: RoutesBoard, players: int, seed: int) -> tuple[State, list[PlayersAct]]:
    """A whole legal game drawn by lot."""
    nations = [card.nation for card in board.departure_cards]
    seated = [Player(NAMES[i], nations[i], 0) for i in range(players)]
    start = set_up(new_game(board, seated))
    return start, [event for _, event in draw_game(start, Random(seed))]


def needs_saying(state: State, event: Event) -> bool:
    """Whether the camera can't see it, and nothing shows it: cards, passes, ships, early ends."""
    if isinstance(event, TurnEnded):
        state = at_turn_of(state, event)
        seat = state.seat
        return seat.laid_in(state.phase) < most_sticks(seat, state.phase) or seat.card is not None
    return not isinstance(event, Visible)


class PaperTable:
    """A game followed through simulated eyes."""

    def __init__(self, start: State, eyes: Eyes, seed: int) -> None:
        self.start = start
        self.board = start.game.chart.board
        self.eyes = SpoiltEyes(eyes, self.board, seed)
        self.random = Random(seed)
        self.follower = self._follower(new_record(start))
        self.asked: set[str] = set()
        self._cards_of: Record | None = None
        self.did: dict[str, PlayersAct] = {}
        """What each player last did in phase 1."""
        self.warned: set[str] = set()
        self.seconds: list[float] = []

    @property
    def record(self) -> Record:
        """The record as it has come to be."""
        return self.follower.record

    @property
    def outcome(self) -> Outcome:
        """What came of the last look."""
        return self.follower.outcome

    def begin_with(self, events: Sequence[Event]) -> None:
        """Begin with a record in which people have written all of this."""
        record = new_record(self.start)
        for event in events:
            record = record.add(Happened(event_json(event)), PERSON)
        self.follower = self._follower(record)

    def _follower(self, record: Record) -> Follower:
        return Follower(GAME, record, self.board, Pace.LIVE)

    def say(self, event: Event) -> None:
        """Somebody says what he did."""
        self.follower.say(event_json(event), PERSON)

    def look(self, position: Position, times: int = 2) -> None:
        """The camera looks at a board at rest, a few times."""
        for _ in range(times):
            reading = self.eyes.look(self.board, position, self.random)
            started = time.perf_counter()
            self.follower.see(reading, "")
            self.seconds.append(time.perf_counter() - started)
            self.asked |= {doubt.subject for doubt in self.outcome.doubts if doubt.subject}
            self.warned |= {*self.outcome.told, *(drift.subject for drift in self.outcome.drift)}
            if self.eyes.eyes.misread:
                self._answer(position)

    def _answer(self, position: Position) -> None:
        """A person says what lies where he is asked, or where something seems to be wrong.

        Who is asked what he did in phase 1 says that.
        """
        lying = {**position.spaces, **position.slots}
        asked = {doubt.subject for doubt in self.outcome.doubts if doubt.subject}
        for place in asked:
            self.follower.session.say_lies(place, lying.get(place, EMPTY))
        if asked:
            return
        for place, piece in self._asked_about_the_record(lying):
            self.asked.add(place)
            self.follower.session.say_lies(place, piece)
        for player in {str(doubt.about["player"]) for doubt in self.outcome.doubts if doubt.about}:
            self._says_what_he_did(player, lying)

    def _says_what_he_did(self, player: str, lying: Mapping[str, str]) -> None:
        act = self.did[player]
        self.asked.add(f"{player} {len(self.record.entries)}")
        if isinstance(act, MarkerPlaced):
            self.follower.session.say_lies(act.slot, lying[act.slot])
        self.say(act)

    def _asked_about_the_record(self, lying: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """The places that the cards ask about, whose question he answers with what lies there."""
        if not self.outcome.broken or self.record is self._cards_of:
            return
        self._cards_of = self.record
        file = from_record(self.record, self.board)
        events = [event for _, event in file.facts]
        for cause in causes(INQUIRY, file.start, events):
            old = events[cause.edit.at : cause.edit.at + cause.edit.out]
            for event in (*old, *cause.edit.put):
                if isinstance(event, StickLaid) and event.space not in self.asked:
                    yield event.space, lying.get(event.space, EMPTY)

    @property
    def position(self) -> Position:
        """What lies on the board by the record."""
        return last_position(GAME, self.record, self.board)

    @property
    def state(self) -> State:
        """Where the game stands by the record."""
        file = from_record(self.record, self.board)
        return last_state(file, tuple(steps(file)))


def watch_drawn_game(board: RoutesBoard, players: int, seed: int, eyes: Eyes) -> Watched:
    """Watch one game to its end."""
    start, events = drawn(board, players, seed)
    paper, watched, state = PaperTable(start, eyes, seed), Watched(), start
    paper.look(state.position)
    for event in events:
        if needs_saying(state, event):
            paper.say(event)
        if isinstance(event, MarketAct):
            paper.did[event.player] = event
        state = apply(state, event)
        if isinstance(event, Visible):
            paper.look(state.position)
            watched.states += 1
            watched.states_right += paper.position == state.position
    paper.look(state.position)
    for _ in range(LAST_LOOKS):
        if paper.outcome.doubts and eyes.misread:
            paper.look(state.position)
    _judge(paper, state, events, watched)
    return watched


def plant_in_drawn_game(
    board: RoutesBoard, players: int, seed: int, eyes: Eyes, times: int
) -> Watched:
    """Lay so many illegal sticks into one game, each at some moment of it, and take them back."""
    start, events = drawn(board, players, seed)
    moments = sorted(Random(seed).sample(range(len(events)), times))
    paper, watched, state = PaperTable(start, eyes, seed), Watched(), start
    for number, event in enumerate(events):
        state = apply(state, event)
        if number in moments and not state.over:
            paper.begin_with(events[: number + 1])
            _plant(paper, state, watched)
    watched.seconds = paper.seconds
    return watched


def _plant(paper: PaperTable, state: State, watched: Watched) -> None:
    """Lay a stick against the rules, look, take it back, look again."""
    event, codes = illegal_stick(state, paper.random)
    paper.look(state.position, times=1)
    before = paper.state
    spaces = {**state.spaces, event.space: event.company}
    paper.look(Position(spaces, state.slots))
    file = from_record(paper.record, paper.board)
    seen = {
        found.code
        for step in steps(file)
        for found in step.open_findings
        if event.space in found.places and found.severity is Severity.ILLEGAL
    }
    watched.planted += 1
    watched.reported += event.space in paper.outcome.broken and codes <= seen
    paper.look(state.position)
    watched.put_right += paper.state.position == before.position and paper.state.turn == before.turn


def illegal_stick(state: State, random: Random) -> tuple[StickLaid, set[str]]:
    """A stick no order makes right, and the codes of what is wrong with its place."""
    name = state.seat.player.name
    free = [space for space in state.game.chart.board.spaces if space not in state.spaces]
    while True:
        company, space = random.choice(list(state.companies)), random.choice(free)
        if not hopeless(state, (Piece(space, company),)):
            continue
        event = StickLaid(name, company, space)
        codes = {
            found.code
            for found in findings(state, event)
            if found.severity is Severity.ILLEGAL and space in found.places
        }
        return event, codes - {"over-allowance", "last-stick-opens-route", "five-x-in-both-phases"}


def _judge(paper: PaperTable, true: State, events: Sequence[Event], watched: Watched) -> None:
    told = turns_of(paper.start, [e for _, e in from_record(paper.record, paper.board).facts])
    known = turns_of(paper.start, events)
    watched.sticks = len(known)
    watched.right = sum(told.get(space) == turn for space, turn in known.items())
    watched.seconds = paper.seconds
    watched.asked, watched.false_warnings = len(paper.asked), len(paper.warned)
    now = paper.state
    names = [player.name for player in true.game.players]
    watched.money_right = all(now.money(name) == true.money(name) for name in names)
    watched.score_right = totals(now) == totals(true)


def turns_of(start: State, events: Sequence[Event]) -> Mapping[str, tuple[str, str, object]]:
    """Each stick's company, player and turn, by its space."""
    return dict(_turns(start, events))


def _turns(start: State, events: Sequence[Event]) -> Iterator[tuple[str, tuple[str, str, object]]]:
    state = start
    for event in events:
        after = apply(state, event)
        if isinstance(event, StickLaid):
            yield event.space, (event.company, event.player, after.turn[:2])
        state = after


def totals(state: State) -> dict[str, int]:
    """The points of each player, money among them."""
    return {standing.player: standing.total for standing in score_of(state).standings}
