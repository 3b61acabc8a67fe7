"""What one slip costs: ``python -m benchmarks.slips [--games 80] [--kind KIND ...] [--json]``.

Into each of many legal games of two to five players, drawn by lot, one slip of each kind is put,
and the record is followed as ``companion game replay`` does. Counted are the findings beyond those
of the game without the slip, games declared over too early, money that is wrong at the end, and
whether the first card offered is the correction that undoes the slip. The same games and slips
each time.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from benchmarks.games.slipped_games import (
    OTHER_BOARD,
    SAME_BOARD,
    SLIPS,
    Told,
    legal_game,
    slip_into,
)
from benchmarks.measuring.report import Figure, Target, as_json, as_text, at_least, at_most
from companion.games.clippers.corrections.inquiry import INQUIRY
from companion.games.clippers.record.game_file import GameFile
from companion.games.clippers.record.timeline import Step, last_state, steps
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import Event, MarkerPlaced, StickLaid
from companion.play.corrections.causes import causes
from companion.play.corrections.course import told_with

GAMES = 80
MOST_FINDINGS = {
    **dict.fromkeys(SAME_BOARD, (1, 2, 3)),
    **dict.fromkeys(OTHER_BOARD, (2, 6, 12)),
}
"""Median, nine of ten and worst."""


@dataclass
class Slips:
    """What came of the slips of one kind."""

    findings: list[int] = field(default_factory=list)
    false_ends: int = 0
    money_wrong: int = 0
    first_right: int = 0
    """The first card offered undoes the slip:"""
    clean_after: int = 0
    """with it nothing is found that was not before, and all money is right."""
    search_s: list[float] = field(default_factory=list)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures, on the terminal or as JSON; 1 when one misses its target."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.slips", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="legal games to slip in")
    parser.add_argument("--kind", action="append", choices=[*SLIPS], help="only this kind")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    games = [legal_game(seed) for seed in range(args.games)]
    as_they_were = [followed(game, game.events) for game in games]
    known = [Counter(_codes(told)) for told in as_they_were]
    figures = list(legal(as_they_were))
    for kind in args.kind or SLIPS:
        figures += _told(kind, measured(games, kind, known))
    print(as_json(figures) if args.json else as_text(figures))
    return 1 if any(figure.reached is False for figure in figures) else 0


def legal(games: Sequence[Sequence[Step]]) -> Iterator[Figure]:
    """What is found in the games as they were: nothing against the rules."""
    found = sum(map(_illegal, games))
    yield Figure("legal games", len(games))
    yield Figure("legal games: findings against the rules", found, at_most(0))


def measured(games: Sequence[Told], kind: str, known: Sequence[Counter[str]]) -> Slips:
    """Make one slip of a kind in every game; ``known`` is what is found in each without it."""
    counted = Slips()
    for seed, (game, before) in enumerate(zip(games, known, strict=True)):
        slipped = slip_into(game, kind, seed)
        if slipped is None:
            continue
        told = followed(game, slipped.events)
        new = Counter(_codes(told)) - before
        counted.findings.append(new.total())
        counted.false_ends += _ends_early(told)
        counted.money_wrong += _money(_last(game, told)) != _money(game.last)
        _accept_first_card(game, slipped.events, counted, before)
    return counted


def _accept_first_card(
    game: Told, events: Sequence[Event], counted: Slips, known: Counter[str]
) -> None:
    """Take the first card for an answer, and look what is left."""
    started = time.process_time()
    offered = causes(INQUIRY, game.start, events)
    counted.search_s.append(time.process_time() - started)
    if not offered:
        return
    mended = followed(game, told_with(events, offered[0].edit))
    last = _last(game, mended)
    same = last.position == game.last.position and _money(last) == _money(game.last)
    counted.first_right += same
    left = Counter(_codes(mended)) - known
    counted.clean_after += same and not left


def followed(game: Told, events: Sequence[Event]) -> tuple[Step, ...]:
    """Follow the facts of a game."""
    return tuple(steps(GameFile(game.start, tuple(enumerate(events)))))


def _last(game: Told, told: Sequence[Step]) -> State:
    return last_state(GameFile(game.start, ()), told)


def _codes(told: Sequence[Step]) -> Iterator[str]:
    return (found.code for step in told for found in step.open_findings)


def _illegal(told: Sequence[Step]) -> int:
    return sum(f.severity.value == "illegal" for step in told for f in step.open_findings)


def _ends_early(told: Sequence[Step]) -> bool:
    """Whether pieces are laid after the game was declared over."""
    return any(step.before.over and isinstance(step.event, _Laid) for step in told)


_Laid = StickLaid | MarkerPlaced


def _money(state: State) -> dict[str, int]:
    return {player.name: state.money(player.name) for player in state.game.players}


def _told(kind: str, slips: Slips) -> Iterator[Figure]:
    found = sorted(slips.findings)
    yield Figure(f"{kind}: slips", len(found))
    if not found:
        return
    targets: Sequence[Target | None] = [None] * 3
    if kind in MOST_FINDINGS:
        targets = [at_most(most) for most in MOST_FINDINGS[kind]]
    yield Figure(f"{kind}: findings, median", statistics.median(found), targets[0])
    yield Figure(f"{kind}: findings, nine of ten", found[int(0.9 * (len(found) - 1))], targets[1])
    yield Figure(f"{kind}: findings, worst", found[-1], targets[2])
    same = kind in SAME_BOARD
    yield Figure(f"{kind}: false ends", slips.false_ends, at_most(0) if same else None)
    yield Figure(f"{kind}: money wrong", slips.money_wrong, at_most(0) if same else None)
    wanted = kind in OTHER_BOARD
    first = slips.first_right / len(found)
    clean = slips.clean_after / slips.first_right if slips.first_right else None
    yield Figure(f"{kind}: first card right", first, at_least(0.8) if wanted else None)
    yield Figure(f"{kind}: with it nothing left", clean, at_least(0.95) if wanted else None)
    yield Figure(f"{kind}: nothing left, of all slips", slips.clean_after / len(found))
    yield Figure(f"{kind}: looked for a cause, worst, s", max(slips.search_s))


if __name__ == "__main__":
    raise SystemExit(main())
