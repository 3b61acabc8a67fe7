"""Drawn games of South Seas, watched: each tile, each islander, whatever is pushed or still stands.

Who plays lays his tile, then puts his islander, or both before the camera looks; what is complete
is taken home a little later. Ships and deliveries are tapped, the ends of turns by nobody.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from companion.boards.tiles_board import TilesBoard
from companion.games.carcassonne_south_seas.drawn.self_play import drawn
from companion.games.carcassonne_south_seas.game import GAME
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.play.game import Seat
from companion.play.played import last_position, read_played
from companion.position import Position
from companion.reading import EMPTY, Reading, Seen
from companion.records.record import Header, Record, Source, Who, facts_of
from companion.watching.follower import Follower
from companion.watching.mending import confirmed
from companion.watching.referee import Pace
from companion.watching.steps import written

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
SAYS = Source(Who.PERSON, "table")
ON_THE_TABLE = (e.TileLaid, e.IslanderPlaced, e.IslanderTaken, e.Evaluated, e.TurnEnded)
"""What is seen, or follows from what is; drawn tiles are told by nobody."""
LOOKS = (4, 5)
AT_ONCE = 0.25
"""So often a tile and its islander are laid before the camera has looked."""
LAST_LOOKS = 8

Eyes = Callable[[Position, Position, int], Reading]
"""How a table that lies so is read in one look, by who is told what lies there by the record."""


@dataclass
class Watched:
    """What came of one watched game."""

    tiles: int = 0
    tiles_right: int = 0
    tiles_wrong: int = 0
    """Written otherwise than they lie, and not asked."""
    islanders: int = 0
    islanders_right: int = 0
    asked_tiles: int = 0
    questions: int = 0
    warnings: int = 0
    seconds: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def drawn_facts(board: TilesBoard, players: int, seed: int) -> tuple[Header, State, list[e.Event]]:
    """A whole game by lot."""
    seats = [Seat(*each) for each in zip(NAMES[:players], GAME.roles(board), strict=False)]
    setup, random = GAME.begin(seats, {}, board), Random(seed)
    state = start = GAME.start(setup, board)
    facts: list[e.Event] = []
    while (event := drawn(state, random)) is not None:
        facts.append(event)
        state = GAME.apply(state, event)
    return Header(GAME.about.id, dict(setup)), start, facts


def last_table(start: State, facts: Sequence[e.Event], most: int) -> tuple[Position, int]:
    """How the table lies after so many tiles at most, and how many they are."""
    state, tiles = start, 0
    for event in facts:
        if isinstance(event, e.TileLaid) and (tiles := tiles + 1) > most:
            tiles -= 1
            break
        state = GAME.apply(state, event)
    return GAME.face.position(state), tiles


def truly(board: TilesBoard) -> Eyes:
    """Eyes that see everything as it lies, where the record has the tiles."""

    def seen(piece: str) -> Seen:
        return Seen.only(piece, 0.999)

    def look(table: Position, known: Position, number: int) -> Reading:
        del number
        cells = board.lying(Position(known.spaces)).cells
        spaces = {cell: seen(table.spaces.get(cell, EMPTY)) for cell in cells}
        lying = board.lying(
            Position({c: one.answer for c, one in spaces.items() if one.answer != EMPTY})
        )
        places = [place for place in lying.places if place not in board.cells]
        return Reading(spaces, {place: seen(table.slots.get(place, EMPTY)) for place in places})

    return look


def watch_grown_game(
    board: TilesBoard, players: int, seed: int, eyes: Eyes, most_tiles: int = 99
) -> Watched:
    """Play a game before a camera, and hold the record against it."""
    return _Evening(board, drawn_facts(board, players, seed), Random(seed), eyes).watched(
        most_tiles
    )


class _Evening:
    def __init__(
        self,
        board: TilesBoard,
        played: tuple[Header, State, Sequence[e.Event]],
        random: Random,
        eyes: Eyes,
    ) -> None:
        header, self.start, self.facts = played
        self.board, self.random, self.eyes = board, random, eyes
        self.follower = Follower(GAME, Record(header), board, Pace.LIVE)
        self.table = GAME.face.position(self.start)
        self.out, self.looks, self.tiles = Watched(), 0, 0
        self.asked: set[tuple[str, ...]] = set()
        self.happened: list[e.Event] = []

    def watched(self, most_tiles: int) -> Watched:
        """Play it to its end, and hold what was written against what happened."""
        state, happened = self.start, self.happened
        self._sees()
        for number, event in enumerate(self.facts):
            before, state = state, GAME.apply(state, event)
            happened.append(event)
            if isinstance(event, e.TileLaid):
                self.tiles += 1
                if self.tiles > most_tiles:
                    happened.pop()
                    break
            following = self.facts[number + 1] if number + 1 < len(self.facts) else event
            self._goes_on(before, event, state, following)
        for _ in range(LAST_LOOKS):
            self._look()
        self.follower.finish()
        self._judge(happened)
        return self.out

    def _goes_on(self, before: State, event: e.Event, after: State, following: e.Event) -> None:
        if isinstance(event, e.TileLaid):
            self._lies({**self.table.spaces, event.cell: event.tile}, self.table.slots)
            if isinstance(following, e.IslanderPlaced) and self.random.random() < AT_ONCE:
                return
            self._sees()
        elif isinstance(event, e.IslanderPlaced):
            colour = before.game.colours[event.player]
            self._lies(self.table.spaces, {**self.table.slots, event.place: colour})
            self._sees()
        elif not isinstance(event, (*ON_THE_TABLE, e.TileDrawn)) or (
            isinstance(event, e.TurnEnded) and after.over
        ):
            self._says(event)
        tidy = GAME.face.position(after)
        if tidy.slots != self.table.slots and not isinstance(event, e.TileLaid):
            self._lies(self.table.spaces, tidy.slots)
            self._sees()

    def _lies(self, spaces: Mapping[str, str], slots: Mapping[str, str]) -> None:
        self.table = Position(dict(spaces), dict(slots))

    def _sees(self) -> None:
        for _ in range(self.random.randint(*LOOKS)):
            self._look()

    def _look(self) -> None:
        self.looks += 1
        known = last_position(GAME, self.follower.record, self.board)
        reading = self.eyes(self.table, known, self.looks)
        began = time.process_time()
        self.follower.see(reading, str(self.looks))
        self.out.seconds.append(time.process_time() - began)
        self._answer()

    def _answer(self) -> None:
        """Somebody tells what lies where and what happened first, where it is asked, and truly."""
        before, self.asked = self.asked, set()
        for doubt in self.follower.outcome.doubts:
            key = (doubt.key,) if doubt.key else tuple(fact for fact, _ in doubt.likely)
            self.asked.add(key)
            if key not in before:
                self.out.questions += 1
                self.out.asked_tiles += doubt.subject in self.board.cells
                self.out.notes.append(
                    f"look {self.looks}: asked {doubt.subject} {doubt.likely[:3]}"
                )
            true = doubt.answered({**self.table.spaces, **self.table.slots})
            if true is not None:
                self.follower.answer(*true)
                continue
            known = {written(fact) for fact in facts_of(self.follower.record)}
            offered = {fact for fact, _ in doubt.likely} - known
            happened = (written(GAME.fact(event)) for event in self.happened)
            first = next((fact for fact in happened if fact in offered), None)
            if first is not None:
                self.follower.say(json.loads(first), SAYS)

    def _says(self, event: e.Event) -> None:
        fact, before = GAME.fact(event), self.follower.record
        self.follower.say(fact, SAYS)
        if self.follower.record.entries == before.entries:
            self.follower.record = confirmed(before, fact, SAYS)

    def _judge(self, happened: Sequence[e.Event]) -> None:
        out, log = self.out, self.follower.log
        played = read_played(GAME, self.follower.record, self.board)
        truth = _told(self.start, happened)
        told = _told(played.start, [event for _, event in played.facts])
        for name, kind in (("tiles", e.TileLaid), ("islanders", e.IslanderPlaced)):
            true = Counter({fact: n for fact, n in truth.items() if isinstance(fact[1], kind)})
            seen = Counter({fact: n for fact, n in told.items() if isinstance(fact[1], kind)})
            setattr(out, name, sum(true.values()))
            setattr(out, f"{name}_right", sum((true & seen).values()))
            out.notes += [f"not told: {fact}" for fact in true - seen]
            out.notes += [f"told besides: {fact}" for fact in seen - true]
            if kind is e.TileLaid:
                out.tiles_wrong = sum((seen - true).values())
        out.warnings = len(log.drifted)
        out.notes += [f"look {look}: {drift}" for look, drift in log.drifted]


def _told(state: State, facts: Sequence[e.Event]) -> Counter[tuple[int, e.Event]]:
    """What was done in which turn."""
    told: Counter[tuple[int, e.Event]] = Counter()
    for event in facts:
        after = GAME.apply(state, event)
        told[after.turns, event] += 1
        state = after
    return told
