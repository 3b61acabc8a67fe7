"""Measure the watcher and the referee: ``python -m benchmarks.watching [TABLE ...]``.

On ``seq*`` tables: is every settled reading right? On ``game*`` tables: is every stick recorded for
the right player in the right turn, the money and the score right, what is illegal reported, and
nothing else? Both with what cannot be seen said at the table, and without a word. ``--games N``
watches drawn games through simulated eyes, ``--plants N`` lays N illegal sticks on the way, and
``--pictured N`` watches drawn games through a simulated camera, as many as begin within
``--minutes``. ``--soak N`` shows N frames of play and N of a table at rest, and tells
what that costs.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.games.pictured_games import PER_S, Pictured, watch_pictured_game
from benchmarks.games.simulated_games import (
    PERSON,
    Eyes,
    Watched,
    needs_saying,
    plant_in_drawn_game,
    totals,
    turns_of,
    watch_drawn_game,
)
from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most, peak_memory_mb
from benchmarks.measuring.soak import soak
from calibration.lookout import Lookout
from calibration.setup import open_setup
from companion.boards.board import Board
from companion.boards.board_file import read_board
from companion.boards.routes_board import RoutesBoard
from companion.errors import InputError
from companion.games.clippers.course.apply import apply
from companion.games.clippers.game import GAME
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.record.game_file import GameFile, parse_moves
from companion.games.clippers.record.play import from_record
from companion.games.clippers.record.timeline import last_state, steps
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.terms.events import Event
from companion.play.played import last_position
from companion.reading import EMPTY, HIDDEN
from companion.watching.follower import Follower
from companion.watching.referee import Pace
from tests.whole_games import new_record
from vision.between.moored import Moored
from vision.picture.camera import Frame
from vision.picture.recordings import recorded_frames
from vision.routes.reader import RoutesReader
from vision.watch import PHOTOS, Watcher

PLANTS_A_GAME = 25


@dataclass
class Sequences:
    """What was measured on sequences of photos."""

    settled: int = 0
    exact: int = 0
    places: int = 0
    wrong: int = 0
    peak_mb: float | None = None


@dataclass
class Games:
    """What was measured on games, watched in photos or on paper."""

    outcomes: list[Watched] = field(default_factory=list)

    def share(self, right: str, of: str) -> float | None:
        """A share of all that was counted."""
        whole = sum(getattr(watched, of) for watched in self.outcomes)
        return sum(getattr(watched, right) for watched in self.outcomes) / whole if whole else None

    def mean(self, what: str) -> float | None:
        """The mean over the games."""
        values = [float(getattr(watched, what)) for watched in self.outcomes]
        return statistics.fmean(values) if values else None

    def median(self, what: str) -> float | None:
        """The median over the games."""
        values = [float(getattr(watched, what)) for watched in self.outcomes]
        return statistics.median(values) if values else None

    def slowest_s(self) -> float | None:
        """The time within which 95 of 100 looks were explained."""
        times = sorted(second for watched in self.outcomes for second in watched.seconds)
        return times[int(0.95 * (len(times) - 1))] if times else None


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print; 2 when a table can't be used."""
    parser = _arguments()
    args = parser.parse_args(argv)
    if args.per_second < 1:
        parser.error("--per-second: give 1 or more")
    sequences, said, unsaid, drawn, planted = Sequences(), Games(), Games(), Games(), Games()
    try:
        for folder in args.tables:
            truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
            _watch_sequence(folder, truth, sequences)
            if "moves" in truth:
                said.outcomes.append(watch_table(folder, truth, say=True))
                unsaid.outcomes.append(watch_table(folder, truth, say=False))
        sequences.peak_mb = peak_memory_mb()
        board = read_shipped_board()
        for seed in range(args.seed, args.seed + args.games):
            drawn.outcomes.append(watch_drawn_game(board, 2 + seed % 4, seed, Eyes()))
        _plant(board, args.plants, args.seed, planted)
        pictured = _watch_pictured(board, args)
        soaked = tuple(soak(board, args.soak, args.seed)) if args.soak else ()
    except (InputError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    figures = [
        *_figures(sequences, said, unsaid),
        *_drawn_figures(drawn, planted),
        *_pictured_figures(pictured, args.per_second),
        *soaked,
    ]
    print(as_json(figures) if args.json else as_text(figures))
    return 0


def _plant(board: RoutesBoard, least: int, seed: int, planted: Games) -> None:
    while sum(watched.planted for watched in planted.outcomes) < least:
        eyes = Eyes(hidden=0.0)
        players = 2 + seed % 4
        planted.outcomes.append(plant_in_drawn_game(board, players, seed, eyes, PLANTS_A_GAME))
        seed += 1


def _watch_pictured(board: RoutesBoard, args: argparse.Namespace) -> list[Pictured]:
    """Watch pictured games, one after the other, as many as begin in time."""
    ends = time.perf_counter() + 60 * args.minutes
    games: list[Pictured] = []
    for seed in range(args.seed, args.seed + args.pictured):
        if time.perf_counter() > ends:
            break
        players = 2 + seed % 4
        games.append(
            watch_pictured_game(
                board, players, seed, most_events=args.events, per_s=args.per_second
            )
        )
    return games


def _watcher(folder: Path, board: Board) -> Watcher:
    setup = open_setup(board, folder / "reference.jpg")
    reader = RoutesReader(board, setup.reference, setup.palette)
    return Watcher(reader, PHOTOS, Moored.on(board, setup.reference))


def _frames(folder: Path, board: Board) -> Iterator[Frame]:
    art = board.art
    skip = tuple(path for path in (folder / "reference.jpg", art) if path is not None)
    return recorded_frames(str(folder), skip=skip)


def _watch_sequence(folder: Path, truth: dict[str, object], measured: Sequences) -> None:
    """Hold every settled reading against what lies on the board, hidden or not."""
    board = read_board(folder / "board.json")
    watcher = _watcher(folder, board)
    frames = truth["frames"]
    assert isinstance(frames, dict)
    for frame in _frames(folder, board):
        if frame.photo is None or frame.name not in frames:
            continue
        sight = watcher.see(frame.photo, frame.at_s)
        if not sight.fresh or sight.reading is None:
            continue
        true = frames[frame.name]
        lies = {**true["spaces"], **true["slots"], **true.get("under", {})}
        seen = {place: one.answer for place, one in sight.reading.places.items()}
        wrong = [place for place, piece in lies.items() if seen[place] not in (piece, HIDDEN)]
        measured.settled += 1
        measured.exact += not wrong
        measured.places += len(lies)
        measured.wrong += len(wrong)


def watch_table(folder: Path, truth: dict[str, object], *, say: bool) -> Watched:
    """Watch a game's photos; what can't be seen is said before its photo, or never."""
    board = read_board(folder / "board.json")
    game = parse_moves(truth["moves"], board)
    pace = Pace.PHOTOS_SAID if say else Pace.PHOTOS
    follower = Follower(GAME, new_record(game.start), board, pace)
    lookout = Lookout(_watcher(folder, board), follower)
    frames = truth["frames"]
    assert isinstance(frames, dict)
    events = [event for _, event in game.facts]
    watched, state, told = Watched(), game.start, 0
    planted: dict[str, bool] = {}
    for frame in _frames(folder, board):
        tags = frames[frame.name]["tags"]
        for event in events[told : tags["moves_done"]]:
            if say and needs_saying(state, event):
                follower.say(event_json(event), PERSON)
            state = apply(state, event)
        told = max(told, tags["moves_done"])
        started = time.perf_counter()
        lookout.see(frame)
        watched.seconds.append(time.perf_counter() - started)
        if lookout.watcher.last.fresh:
            watched.states += 1
            watched.states_right += _is_as_it_lies(follower, frames[frame.name])
        for place in tags["illegal"]:
            planted[place] = planted.get(place, False) or place in follower.outcome.broken
    follower.finish()
    _judge(follower, game, events, planted, watched)
    return watched


def _is_as_it_lies(follower: Follower, true: dict[str, dict[str, str]]) -> bool:
    """Whether the record has every piece as it lies, hidden or not."""
    lies = {**true["spaces"], **true["slots"], **true.get("under", {})}
    known = last_position(GAME, follower.record, follower.board).places
    return all(known.get(place, EMPTY) == piece for place, piece in lies.items() if piece != HIDDEN)


def _judge(
    follower: Follower,
    game: GameFile,
    events: Sequence[Event],
    planted: dict[str, bool],
    watched: Watched,
) -> None:
    told = from_record(follower.record, game.start.game.chart.board)
    now, true = last_state(told, tuple(steps(told))), last_state(game, tuple(steps(game)))
    known = turns_of(game.start, events)
    found = turns_of(game.start, [event for _, event in told.facts])
    watched.sticks = len(known)
    watched.right = sum(found.get(space) == turn for space, turn in known.items())
    watched.asked = len({doubt.subject for _, doubt in follower.log.asked})
    watched.asked += len(follower.questions) + bool(follower.to_count)
    warned = {place for _, place in follower.log.reported} | {
        drift.subject for _, drift in follower.log.drifted
    }
    watched.false_warnings = len(warned - set(planted))
    watched.planted, watched.reported = len(planted), sum(planted.values())
    names = [player.name for player in game.start.game.players]
    watched.money_right = all(now.money(name) == true.money(name) for name in names)
    watched.score_right = totals(now) == totals(true)
    follower.count({name: true.money(name) for name in names}, PERSON)
    counted = from_record(follower.record, game.start.game.chart.board)
    watched.counted_right = totals(last_state(counted, tuple(steps(counted)))) == totals(true)


def _figures(sequences: Sequences, said: Games, unsaid: Games) -> Iterator[Figure]:
    if sequences.settled:
        share = sequences.exact / sequences.settled
        yield Figure("settled states", sequences.settled)
        yield Figure("settled states wholly right", share, at_least(1.0))
        yield Figure("places right", 1 - sequences.wrong / sequences.places)
    for name, games in (("said", said), ("unsaid", unsaid)):
        if games.outcomes:
            yield from _game_figures(f"photos, {name}", games)
            counted = games.mean("counted_right")
            yield Figure(f"photos, {name}: scores right, money counted", counted, at_least(1.0))
    if sequences.settled:
        yield Figure("photos: peak memory, MB", sequences.peak_mb, at_most(500))


def _drawn_figures(drawn: Games, planted: Games) -> Iterator[Figure]:
    if drawn.outcomes:
        yield from _game_figures("drawn games", drawn)
    if planted.outcomes:
        yield Figure("planted sticks", sum(watched.planted for watched in planted.outcomes))
        share = planted.share("reported", "planted")
        yield Figure("planted sticks reported with the right codes", share, at_least(0.99))
        back = planted.share("put_right", "planted")
        yield Figure("record as before, once taken back", back, at_least(0.99))


def _pictured_figures(games: Sequence[Pictured], per_s: int) -> Iterator[Figure]:
    if not games:
        return
    sticks = sum(game.sticks for game in games)
    right = sum(game.right for game in games) / sticks if sticks else None
    warned = [game.false_warnings for game in games]
    latency = sorted(second for game in games for second in game.latency_s)
    late = latency[int(0.95 * (len(latency) - 1))] if latency else None
    busy = sum(game.busy_s for game in games) / sum(game.shown_s for game in games)
    mean = statistics.fmean
    yield Figure("pictured games", len(games))
    yield Figure("pictured: sticks for the right player and turn", right)
    scores = mean(game.score_right for game in games)
    yield Figure("pictured: final scores right", scores, at_least(1.0))
    money = mean(game.money_right for game in games)
    yield Figure("pictured: money right", money, at_least(1.0))
    yield Figure("pictured: questions a game", mean(game.asked for game in games), at_most(2))
    yield Figure("pictured: false warnings, median", statistics.median(warned), at_most(0))
    yield Figure("pictured: false warnings, mean", mean(warned), at_most(0.2))
    yield Figure("pictured: hand gone to record, 95 of 100 within s", late, at_most(1.5))
    yield Figure(f"pictured: share of one core at {per_s} frames/s", busy, at_most(0.6))
    yield Figure("pictured: peak memory, simulator included, MB", peak_memory_mb(), at_most(500))


def _game_figures(name: str, games: Games) -> Iterator[Figure]:
    yield Figure(f"{name}: games", len(games.outcomes))
    yield Figure(f"{name}: sticks for the right player and turn", games.share("right", "sticks"))
    settled = games.share("states_right", "states")
    yield Figure(f"{name}: settled states right in the record", settled)
    yield Figure(f"{name}: final scores right", games.mean("score_right"), at_least(1.0))
    yield Figure(f"{name}: money right", games.mean("money_right"), at_least(1.0))
    yield Figure(f"{name}: questions a game", games.mean("asked"), at_most(2))
    yield Figure(f"{name}: false warnings, median", games.median("false_warnings"), at_most(0))
    yield Figure(f"{name}: false warnings, mean", games.mean("false_warnings"), at_most(0.2))
    if any(watched.planted for watched in games.outcomes):
        yield Figure(f"{name}: illegal pieces reported", games.share("reported", "planted"))
    yield Figure(f"{name}: a look, 95 of 100 within s", games.slowest_s(), at_most(1.0))


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.watching", description=__doc__)
    parser.add_argument("tables", nargs="*", type=Path, help="folders with photos and truth.json")
    parser.add_argument("--games", type=int, default=0, help="drawn games to watch on paper")
    parser.add_argument("--pictured", type=int, default=0, help="drawn games before a camera")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="no game begins later")
    parser.add_argument("--soak", type=int, default=0, help="frames of play, and as many at rest")
    parser.add_argument("--events", type=int, help="only so many events of each")
    parser.add_argument(
        "--per-second", type=int, default=PER_S, help="frames a second of that camera"
    )
    parser.add_argument("--plants", type=int, default=0, help="illegal sticks to plant, at least")
    parser.add_argument("--seed", type=int, default=0, help="the first game's seed")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
