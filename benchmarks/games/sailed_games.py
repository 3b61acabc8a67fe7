"""Drawn games of Long Cours, watched through readings made from the truth, and then spoilt.

Whoever plays lifts a ship, sometimes puts it down beside its stop, and leaves it there for a few
looks; what no camera sees is tapped, before its turn's move is seen, or after.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import reduce
from random import Random

from companion.boards.stops_board import StopsBoard
from companion.games.long_cours.drawn.self_play import drawn
from companion.games.long_cours.game import GAME
from companion.games.long_cours.state.lying import lies
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms import events as e
from companion.play.game import Seat
from companion.play.played import last_position, read_played
from companion.position import Position
from companion.reading import EMPTY, HIDDEN, Reading, Seen
from companion.records.record import Happened, Header, Record, Source, Who
from companion.watching.follower import Follower
from companion.watching.mending import confirmed
from companion.watching.referee import Pace
from companion.watching.steps import written

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
SAYS = Source(Who.PERSON, "table")
SEEN = (e.Placed, e.Moved, e.DirectMove, e.CameBack, e.CorsairEntered, e.CorsairMoved, e.Storm)
"""What changes the board; the end of a turn is neither seen nor said."""
LAST_LOOKS = 10
RECENT = 8
Answers = Mapping[str, str]
"""The stop of each ship, and what lies on each stranding place."""
Eyes = Callable[[Answers, Position], Reading]
"""How a table that lies so is read by who is told where the record has the ships."""
WHOLE = slice(None)


@dataclass(frozen=True)
class Table:
    """How people play, and how well they are seen; all are probabilities but ``looks``."""

    looks: tuple[int, int] = (6, 9)
    """So many looks, from and to, at what was done."""
    lifted: float = 0.3
    """Somebody has the ship in his hand for a look or two."""
    astray: float = 0.05
    """He puts it down at another stop first, for two looks or three."""
    hidden: float = 0.0
    """A piece can't be seen in a look."""
    wrong: float = 0.0
    """A piece is seen elsewhere in a look, and not surely."""
    tapped_late: float = 0.3
    """What can't be seen is tapped only after the next thing is seen, or at the turn's end."""
    tapped_very_late: float = 0.0
    """It is tapped after the next player's ship has moved."""
    tapped_early: float = 0.2
    """It is tapped before what was done before it is seen."""
    says_cards: float = 0.5
    """A direct move and a storm are tapped too."""
    says_all: bool = True
    """What can't be seen is tapped at all."""
    tapped_ends: float = 0.0
    """The end of a turn is tapped."""


@dataclass
class Watched:
    """What came of one watched game."""

    moves: int = 0
    right: int = 0
    wrecks: int = 0
    wrecks_right: int = 0
    sinkings: int = 0
    sinkings_right: int = 0
    made_up: int = 0
    """Wrecks and sinkings that were none."""
    questions: int = 0
    warnings: int = 0
    seconds: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def is_right(self) -> bool:
        """Whether each move, wreck and sinking is told as it was, and nothing else is told."""
        wrecks, sinkings = self.wrecks_right, self.sinkings_right
        all_right = (self.right, wrecks, sinkings) == (self.moves, self.wrecks, self.sinkings)
        return all_right and not self.warnings and not self.made_up


def drawn_facts(board: StopsBoard, players: int, seed: int) -> tuple[State, list[e.Event]]:
    """A whole game by lot."""
    colours = GAME.roles(board)
    seats = [Seat(*each) for each in zip(NAMES[:players], colours, strict=False)]
    random = Random(seed)
    state = start = GAME.start(GAME.begin(seats, {}, board), board)
    facts: list[e.Event] = []
    while (event := drawn(state, random)) is not None:
        facts.append(event)
        state = GAME.apply(state, event)
    return start, facts


def watch_sailed_game(
    board: StopsBoard,
    players: int,
    seed: int,
    table: Table,
    eyes: Eyes | None = None,
    part: slice = WHOLE,
) -> Watched:
    """Play a game before a camera that sees as ``table`` says, and hold the record against it.

    With ``eyes`` it is seen as they read it. Of a ``part`` alone nothing before it is watched: that
    is in the record, as it was.
    """
    start, facts = drawn_facts(board, players, seed)
    first, end, _ = part.indices(len(facts))
    return _Evening(board, start, facts[:end], table, Random(seed), eyes, first).watched()


class _Evening:
    def __init__(
        self,
        board: StopsBoard,
        start: State,
        facts: Sequence[e.Event],
        table: Table,
        random: Random,
        eyes: Eyes | None = None,
        begun: int = 0,
    ) -> None:
        """``begun``: so many facts are told before anything is watched."""
        self.board, self.start, self.facts, self.begun = board, start, facts, begun
        self.table, self.random, self.eyes = table, random, eyes
        seats = GAME.seats(start)
        setup = dict(GAME.begin(seats, {}, board))
        record = Record(Header("long_cours", setup))
        for event in facts[:begun]:
            record = record.add(Happened(GAME.fact(event)), SAYS)
        self.follower = Follower(GAME, record, board, Pace.LIVE)
        self.begins = reduce(GAME.apply, facts[:begun], start)
        self.known: tuple[Record, Position] | None = None
        self.answers = lies(self.begins)
        self.out = Watched()
        self.looks = 0
        self.asked: tuple[tuple[str, float], ...] = ()
        self.waiting: list[e.Event] = []
        self.run: list[e.Event] = []
        self.happened: list[e.Event] = []

    def watched(self) -> Watched:
        """Play it to its end, and hold what was written against what happened."""
        scenes, early = list(self._scenes()), set[int]()
        for number, (run, after) in enumerate(scenes):
            event = run[-1]
            self.happened += run
            if number in early:
                continue
            if isinstance(event, SEEN):
                following = scenes[number + 1][0][-1] if number + 1 < len(scenes) else event
                if self._taps_early(event, following):
                    early.add(number + 1)
                    self._says(following)
                self._sees(lies(after))
                self._says_what_waits()
                if isinstance(event, e.DirectMove | e.Storm):
                    self._may_say_card(event)
            elif isinstance(event, e.TurnEnded):
                self._may_say_end(event)
            elif self.table.says_all:
                self._may_say(event)
        self._says_what_waits()
        for _ in range(LAST_LOOKS):
            self._look(self.answers)
        self.follower.finish()
        self._judge()
        return self.out

    def _taps_early(self, event: e.Event, following: e.Event) -> bool:
        """Whether he taps what he did next before his move is seen."""
        if not isinstance(following, e.Bought) or isinstance(event, e.Placed):
            return False
        said = self.table.says_all and not self.waiting
        return said and self.random.random() < self.table.tapped_early

    def _scenes(self) -> Iterator[tuple[tuple[e.Event, ...], State]]:
        """Each fact with the state after it; the corsair's run is seen at its end alone."""
        state = self.begins
        for number, event in enumerate(self.facts[self.begun :], self.begun):
            state = GAME.apply(state, event)
            self.run.append(event)
            following = self.facts[number + 1] if number + 1 < len(self.facts) else None
            runs_on = isinstance(event, e.CorsairMoved) and isinstance(following, e.CorsairMoved)
            if not runs_on:
                yield (*self.run,), state
                self.run = []

    def _sees(self, after: Answers) -> None:
        moved = [subject for subject in after if after[subject] != self.answers.get(subject, EMPTY)]
        ships = [subject for subject in moved if subject not in self.board.stops]
        if ships and self.random.random() < self.table.lifted:
            for _ in range(self.random.randint(1, 3)):
                self._look({**self.answers, ships[0]: EMPTY})
        if ships and after[ships[0]] != EMPTY and self.random.random() < self.table.astray:
            stop = self.random.choice(sorted(self.board.stops))
            for _ in range(self.random.randint(1, 3)):
                self._look({**self.answers, ships[0]: stop})
        self.answers = dict(after)
        for _ in range(self.random.randint(*self.table.looks)):
            self._look(after)

    def _look(self, answers: Answers) -> None:
        pieces = {
            kind: self._seen(answers.get(kind, EMPTY))
            for kind in GAME.roles(self.board) + ("black",)
        }
        spaces = {
            stop.id: Seen(answers.get(stop.id, EMPTY), 0.999)
            for stop in self.board.stranding_places.values()
        }
        reading = Reading(spaces, {}, pieces=pieces)
        if self.eyes is not None:
            reading = self.eyes(answers, self._known())
        began = time.process_time()
        self.looks += 1
        self.follower.see(reading, str(self.looks))
        self.out.seconds.append(time.process_time() - began)
        self._answer(answers)

    def _known(self) -> Position:
        """What a reader is told by who keeps the record."""
        record = self.follower.record
        if self.known is None or self.known[0] is not record:
            self.known = record, Position(pieces=last_position(GAME, record, self.board).pieces)
        return self.known[1]

    def _seen(self, answer: str) -> Seen:
        lot = self.random.random()
        if lot < self.table.hidden:
            return Seen(HIDDEN, 1.0)
        if lot < self.table.hidden + self.table.wrong:
            other = self.random.choice([EMPTY, *self.board.stops])
            sure = self.random.uniform(0.4, 0.9)
            return Seen(other, sure, ((other, sure), (answer, 1 - sure)))
        return Seen.only(answer, 0.999)

    def _answer(self, lies: Answers) -> None:
        """Somebody tells what lies where and what happened, where it is asked, and truly."""
        for doubt in self.follower.outcome.doubts:
            if doubt.subject is not None:
                self.follower.answer(doubt.subject, lies.get(doubt.subject, EMPTY))
        whole = [doubt for doubt in self.follower.outcome.doubts if doubt.subject is None]
        if whole and whole[0].likely != self.asked:
            self.out.questions += 1
            self.out.notes.append(f"look {self.looks}: asked {whole[0].likely}")
            true = {written(GAME.fact(event)) for event in self.happened[-RECENT:]}
            answer = next((fact for fact, _ in whole[0].likely if fact in true), None)
            if answer is not None:
                self.follower.say(json.loads(answer), SAYS)
        self.asked = whole[0].likely if whole else ()

    def _may_say(self, event: e.Event) -> None:
        """What can't be seen is tapped at once, or after the next thing is seen."""
        late = isinstance(event, e.Bought) and self.random.random() < self.table.tapped_late
        if self.waiting or late:
            self.waiting.append(event)
        else:
            self._says(event)

    def _may_say_end(self, event: e.TurnEnded) -> None:
        if self.random.random() >= self.table.tapped_very_late:
            self._says_what_waits()
        if self.random.random() < self.table.tapped_ends:
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

    def _may_say_card(self, event: e.Event) -> None:
        if self.table.says_all and self.random.random() < self.table.says_cards:
            self._says(event)

    def _judge(self) -> None:
        log = self.follower.log
        self.out.questions += len(log.asked)
        self.out.notes += [f"look {look}: asked {doubt}" for look, doubt in log.asked]
        self.out.notes += [f"look {look}: {drift}" for look, drift in log.drifted]
        truth = _told(self.start, self.facts)
        played = read_played(GAME, self.follower.record, self.board)
        seen = _told(played.start, [event for _, event in played.facts])
        self.out.warnings = len(log.drifted) + len(seen.found)
        self.out.notes += seen.found
        for player in truth.moves:
            stops, told_stops = truth.moves[player], seen.moves.get(player, [])
            blocks = SequenceMatcher(None, stops, told_stops, autojunk=False).get_matching_blocks()
            known = self._known_moves(player)
            self.out.moves += len(stops) - known
            self.out.right += sum(block.size for block in blocks) - known
            if stops != told_stops:
                self.out.notes.append(f"{player} sailed {stops}, told {told_stops}")
        for what in ("wrecks", "sinkings"):
            true, told = Counter(getattr(truth, what)), Counter(getattr(seen, what))
            setattr(self.out, what, sum(true.values()))
            setattr(self.out, f"{what}_right", sum((true & told).values()))
            self.out.notes += [f"missed {what} {each}" for each in true - told]
            self.out.made_up += (told - true).total()
            self.out.notes += [f"made up {what} {each}" for each in told - true]

    def _known_moves(self, player: str) -> int:
        """How many moves of his were told before anything was watched."""
        return len(_told(self.start, self.facts[: self.begun]).moves.get(player, ()))


@dataclass
class _Game:
    moves: dict[str, list[str]] = field(default_factory=dict)
    wrecks: list[object] = field(default_factory=list)
    sinkings: list[object] = field(default_factory=list)
    found: list[str] = field(default_factory=list)


def _told(state: State, facts: Sequence[e.Event]) -> _Game:
    """Who came where in whose turn of which round, who was wrecked, who was sunk by whom."""
    game = _Game()
    for event in facts:
        found = [each.code for each in GAME.findings(state, event)]
        game.found += [f"{code}: {event}" for code in found]
        after = GAME.apply(state, event)
        if isinstance(event, e.Placed | e.Moved | e.DirectMove | e.CameBack):
            game.moves.setdefault(event.player, []).append(event.stop)
        for old, new in zip(state.captains, after.captains, strict=True):
            if not new.plays and old.plays:
                game.sinkings.append((new.name, new.sunk_by))
            elif old.at is not None and new.at is None:
                game.wrecks.append((new.name, old.at))
        state = after
    return game
