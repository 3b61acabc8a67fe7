"""What one slip costs in a game kept by hand: ``python -m benchmarks.slips_by_hand --game GAME``.

Into each of many legal games, drawn by lot, one slip of each kind is put, and the record is
followed as a table does. Counted are the findings, and whether the first card offered is the
correction that undoes the slip, or has it among its other answers. A sum that nobody told, or
where a cube went for nothing, nothing tells later: a card that asks it is right where the answer
may be given; how often it is the first one is counted too. The same games and slips each time.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.games.slipped.big_kini import BIG_KINI
from benchmarks.games.slipped.long_cours import LONG_COURS
from benchmarks.games.slipped.slips import SlipsOf, Told
from benchmarks.games.slipped.south_seas import SOUTH_SEAS
from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from companion.finding import Severity
from companion.play.corrections.causes import causes_of
from companion.play.corrections.course import followed, told_with
from companion.play.timeline import Event, State

GAMES: Mapping[str, SlipsOf[Any, Any]] = {
    "big_kini": BIG_KINI,
    "carcassonne_south_seas": SOUTH_SEAS,
    "long_cours": LONG_COURS,
}
DRAWN = 40
MOST_FINDINGS = {True: (1, 2, 3), False: (2, 6, 12)}
"""Median, nine of ten and worst, by whether the table stays the same; notes are none of them."""
RIGHT = 0.8


@dataclass
class Slips:
    """What came of the slips of one kind."""

    findings: list[int] = field(default_factory=list)
    shown: int = 0
    """Slips after which something is found at all:"""
    first_right: int = 0
    """so often the first card undoes the slip, or asks for the sum or the place that does,"""
    filled_in: int = 0
    """with that one first where it asks;"""
    in_first: int = 0
    """or another answer on it does."""
    search_s: list[float] = field(default_factory=list)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures, on the terminal or as JSON; 1 when one misses its target."""
    parser = argparse.ArgumentParser("python -m benchmarks.slips_by_hand", description=__doc__)
    parser.add_argument("--game", choices=[*GAMES], required=True, help="which game")
    parser.add_argument("--games", type=int, default=DRAWN, help="legal games to slip in")
    parser.add_argument("--kind", action="append", help="only this kind")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    of = GAMES[args.game]
    if unknown := {*(args.kind or ())} - {*of.slips}:
        parser.error(
            f"no such kind: {', '.join(sorted(unknown))}; there are: {', '.join(of.slips)}"
        )
    games = [of.legal_game(seed) for seed in range(args.games)]
    facts = (fact for game in games for fact in zip(game.states, game.events, strict=False))
    found = sum(len([*of.inquiry.findings(*fact)]) for fact in facts)
    figures = [
        Figure("legal games", len(games)),
        Figure("legal games: findings", found, at_most(0)),
    ]
    every = {kind: measured(of, games, kind) for kind in args.kind or of.slips}
    for kind, slips in every.items():
        figures += _told(of, kind, slips)
    shown = sum(slips.shown for slips in every.values())
    right = sum(slips.first_right for slips in every.values())
    inside = sum(slips.in_first for slips in every.values())
    figures.append(Figure("all: first card right, of those shown", right / max(shown, 1)))
    figures.append(Figure("all: right answer on the first card", inside / max(shown, 1)))
    print(as_json(figures) if args.json else as_text(figures))
    return 1 if any(figure.reached is False for figure in figures) else 0


def measured(of: SlipsOf[State, Event], games: Sequence[Told[State, Event]], kind: str) -> Slips:
    """Make one slip of a kind in every game."""
    counted = Slips()
    for seed, game in enumerate(games):
        slipped = of.slip_into(game, kind, seed)
        if slipped is None:
            continue
        course = followed(of.inquiry, game.start, slipped.events)
        told = [
            sum(each.severity is not Severity.NOTE for each in of.inquiry.findings(state, event))
            for state, event in zip(course.states, course.events, strict=False)
        ]
        counted.findings.append(sum(told))
        counted.shown += any(weight >= 1 for weight in course.weights)
        began = time.process_time()
        offered = causes_of(of.inquiry, course)
        counted.search_s.append(time.process_time() - began)
        if offered:
            first = offered[0]
            filled_in, *others = (
                _is_undone(of, game, told_with(slipped.events, way))
                for way in (first.edit, *first.others)
            )
            asked = (told_with(slipped.events, way) for way in first.asked)
            right = filled_in or any(_is_undone(of, game, told) for told in asked)
            counted.filled_in += filled_in
            counted.first_right += right
            counted.in_first += right or any(others)
    return counted


def _is_undone(of: SlipsOf[State, Event], game: Told[State, Event], told: Sequence[Event]) -> bool:
    """Whether all lies as in the game without the slip."""
    return of.same(followed(of.inquiry, game.start, told).states[-1], game.states[-1])


def _told(of: SlipsOf[Any, Any], kind: str, slips: Slips) -> Iterator[Figure]:
    counts = sorted(slips.findings)
    if not counts:
        return
    values = statistics.median(counts), counts[int(0.9 * (len(counts) - 1))], counts[-1]
    most = MOST_FINDINGS[kind in of.same_table]
    for name, value, top in zip(("median", "nine of ten", "worst"), values, most, strict=True):
        yield Figure(f"{kind}: findings, {name}", value, at_most(top))
    yield Figure(f"{kind}: shown, of all slips", slips.shown / len(counts))
    first = slips.first_right / slips.shown if slips.shown else None
    target = at_least(RIGHT) if kind in of.shown_at_once else None
    yield Figure(f"{kind}: first card right, of those shown", first, target)
    filled_in = slips.filled_in / slips.shown if slips.shown else None
    yield Figure(f"{kind}: right as it is filled in", filled_in)
    inside = slips.in_first / slips.shown if slips.shown else None
    yield Figure(f"{kind}: right answer on the first card", inside)
    yield Figure(f"{kind}: looked for a cause, worst, s", round(max(slips.search_s), 2))


if __name__ == "__main__":
    raise SystemExit(main())
