"""What one slip costs in Long Cours: ``python -m benchmarks.long_cours_slips [--json]``.

Into each of many legal games of three to six players, drawn by lot, one slip of each kind is put,
and the record is followed as a table does. Counted are the findings, and whether the first card
offered is the correction that undoes the slip, or has it among its other answers: a sum that nobody
told, nothing tells later. The same games and slips each time.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from benchmarks.games.long_cours_slips import SLIPS, Told, legal_game, slip_into
from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from companion.finding import Severity
from companion.games.long_cours.corrections.causes import causes_of
from companion.games.long_cours.corrections.course import followed, told_with
from companion.games.long_cours.judging.judgement import findings
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.events import Event

GAMES = 40
SAME_TABLE = (
    "done forgotten",
    "done doubled",
    "fight's end forgotten",
    "move doubled",
    "resale doubled",
)
"""Slips after which all lies as it should, or as soon as somebody goes on."""
SHOWN_AT_ONCE = ("wrong product", "wrong player", "bid forgotten", *SAME_TABLE[1:])
"""Slips that nobody can pass by; of most others nothing shows until money is short."""
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
    """so often the first card undoes the slip,"""
    in_first: int = 0
    """or another answer on it does."""
    search_s: list[float] = field(default_factory=list)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures, on the terminal or as JSON; 1 when one misses its target."""
    parser = argparse.ArgumentParser("python -m benchmarks.long_cours_slips", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="legal games to slip in")
    parser.add_argument("--kind", action="append", choices=[*SLIPS], help="only this kind")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    games = [legal_game(seed) for seed in range(args.games)]
    found = sum(len(findings(*each)) for game in games for each in _facts(game))
    figures = [
        Figure("legal games", len(games)),
        Figure("legal games: findings", found, at_most(0)),
    ]
    every = {kind: measured(games, kind) for kind in args.kind or SLIPS}
    for kind, slips in every.items():
        figures += _told(kind, slips)
    shown = sum(slips.shown for slips in every.values())
    right = sum(slips.first_right for slips in every.values())
    inside = sum(slips.in_first for slips in every.values())
    figures.append(Figure("all: first card right, of those shown", right / max(shown, 1)))
    figures.append(Figure("all: right answer on the first card", inside / max(shown, 1)))
    print(as_json(figures) if args.json else as_text(figures))
    return 1 if any(figure.reached is False for figure in figures) else 0


def measured(games: Sequence[Told], kind: str) -> Slips:
    """Make one slip of a kind in every game."""
    counted = Slips()
    for seed, game in enumerate(games):
        slipped = slip_into(game, kind, seed)
        if slipped is None:
            continue
        course = followed(game.start, slipped.events)
        told = [
            sum(each.severity is not Severity.NOTE for each in findings(state, event))
            for state, event in zip(course.states, course.events, strict=False)
        ]
        counted.findings.append(sum(told))
        counted.shown += any(weight >= 1 for weight in course.weights)
        began = time.process_time()
        offered = causes_of(course)
        counted.search_s.append(time.process_time() - began)
        if offered:
            ways = (offered[0].edit, *offered[0].others)
            right = [_is_undone(game, told_with(slipped.events, way)) for way in ways]
            counted.first_right += right[0]
            counted.in_first += any(right)
    return counted


def _is_undone(game: Told, told: Sequence[Event]) -> bool:
    """Whether all lies as in the game without the slip."""
    return _same(followed(game.start, told).states[-1], game.states[-1])


def _facts(game: Told) -> Iterator[tuple[State, Event]]:
    return zip(game.states, game.events, strict=False)


def _same(state: State, other: State) -> bool:
    """Whether all lies as it should: ships, goods, money, cards, and whose turn it is."""
    return (
        [(each.at, each.cards, each.plays) for each in state.captains]
        == [(each.at, each.cards, each.plays) for each in other.captains]
        and [state.cash(name) for name in state.players]
        == [other.cash(name) for name in other.players]
        and state.goods.worth == other.goods.worth
        and (state.corsair.owner, state.corsair.at) == (other.corsair.owner, other.corsair.at)
        and state.seat == other.seat
    )


def _told(kind: str, slips: Slips) -> Iterator[Figure]:
    counts = sorted(slips.findings)
    if not counts:
        return
    values = statistics.median(counts), counts[int(0.9 * (len(counts) - 1))], counts[-1]
    most = MOST_FINDINGS[kind in SAME_TABLE]
    for name, value, top in zip(("median", "nine of ten", "worst"), values, most, strict=True):
        yield Figure(f"{kind}: findings, {name}", value, at_most(top))
    yield Figure(f"{kind}: shown, of all slips", slips.shown / len(counts))
    first = slips.first_right / slips.shown if slips.shown else None
    target = at_least(RIGHT) if kind in SHOWN_AT_ONCE else None
    yield Figure(f"{kind}: first card right, of those shown", first, target)
    inside = slips.in_first / slips.shown if slips.shown else None
    yield Figure(f"{kind}: right answer on the first card", inside)
    yield Figure(f"{kind}: looked for a cause, worst, s", round(max(slips.search_s), 2))


if __name__ == "__main__":
    raise SystemExit(main())
