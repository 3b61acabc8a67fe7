"""A whole evening of people who know nothing of it: ``python -m benchmarks.newcomer``.

``companion play --lan`` starts in an empty folder. Its host opens the page on a laptop, three
friends and a bank come with phones and no code, and 40 turns are played on real pages in Chromium:
with two acts against the rules, a correction, an undo, a program that is killed and started
again, and a phone that loses its connection. ``--as`` says how they read and tap: in English on
phones of 390 px, in French on phones of 320 px, or by keyboard alone; all where it is left out.
``--game`` says which game they play: what they do in it is its walk, in ``benchmarks/games``.
``--pictures FOLDER`` keeps everybody's page at every stage, for somebody to look at.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from benchmarks.games.evening_of_big_kini import BigKiniWalk
from benchmarks.games.evening_of_clippers import ClippersWalk
from benchmarks.games.evening_of_long_cours import LongCoursWalk
from benchmarks.games.evening_of_south_seas import SouthSeasWalk
from benchmarks.measuring.new_evening import Evening, Kind, Walk
from benchmarks.measuring.program import Program, chromium_path
from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from companion.errors import InputError

TURNS, SEED = 40, 5
MOST_SEATING_S, MOST_TAPS = 60.0, 1
WALKS: Mapping[str, Walk] = {
    each.game: each for each in (ClippersWalk(), LongCoursWalk(), BigKiniWalk(), SouthSeasWalk())
}
KINDS = {
    "english": Kind("en", (390, 780)),
    "french-small": Kind("fr", (320, 568)),
    "keyboard": Kind("en", (390, 780), by_keyboard=True),
}


def main() -> int:
    """Play the evenings and print the figures; 1 where one is missed, 2 where none can be had."""
    args = _arguments()
    try:
        figures: list[Figure] = []
        for name in args.kinds or KINDS:
            figures += [
                Figure(f"{name}: {each.name}", each.value, each.target)
                for each in evening(KINDS[name], args)
            ]
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    print(as_json(figures) if args.json else as_text(figures))
    return int(any(figure.reached is False for figure in figures))


def evening(kind: Kind, args: argparse.Namespace) -> list[Figure]:
    """Play one evening and say what it took."""
    if args.pictures:
        args.pictures.mkdir(parents=True, exist_ok=True)
    with (
        _browser() as browser,
        tempfile.TemporaryDirectory() as folder,
        Program(Path(folder)) as program,
    ):
        night = Evening(program, browser, kind, WALKS[args.game], args.pictures, Random(args.seed))
        night.sit_down()
        seated = [person.counts.in_hand_s for person in night.people.values()]
        taps = sum(person.counts.taps for person in night.people.values())
        letters = sum(person.counts.letters for person in night.people.values())
        keys = sum(person.counts.keys for person in night.people.values())
        night.play(args.turns)
    return [
        Figure("seated: taps", taps),
        Figure("seated: letters typed", letters),
        Figure("seated: other keys pressed", keys),
        Figure("seated: in hand, one after another, s", sum(seated), at_most(MOST_SEATING_S)),
        Figure("seated: the program's own time, s", night.seating_machine_s),
        *_played(night, args.turns),
    ]


def _played(night: Evening, turns: int) -> list[Figure]:
    counts = [person.counts for person in night.people.values()]
    told = {
        "dead taps": [each for c in counts for each in c.dead],
        "answers of 400 and more": [each for c in counts for each in c.refused],
        "broken scripts": [each for c in counts for each in c.broken],
        "behind the last line": [each for c in counts for each in c.covered],
        "wider than the window": [each for c in counts for each in c.wide],
    }
    for name, each in told.items():
        if each:
            print(f"{name}: {sorted(set(each))}", file=sys.stderr)
    turns_taps = list(night.in_turn.values())
    aside = night.walk.aside
    usual = [taps for taps in turns_taps if sum(tap not in aside for tap in taps) == 1]
    keys = sum(count.keys for count in counts) / len(turns_taps)
    return [
        Figure("turns played", len(turns_taps), at_least(turns)),
        Figure("turns in which one thing was done", len(usual)),
        Figure("taps for one thing, median", median(night.of_each), at_most(MOST_TAPS)),
        Figure(
            "taps for such a turn, median",
            median(map(len, usual)),
            at_most(MOST_TAPS + night.walk.besides),
        ),
        Figure("share of them with one tap", sum(len(taps) == 1 for taps in usual) / len(usual)),
        Figure("keys a turn, all people together", keys),
        Figure("times somebody had to scroll", sum(c.scrolls for c in counts)),
        Figure("taps that took longer than a second", sum(c.slow for c in counts)),
        Figure("pages that did not hear", night.not_heard, at_most(0)),
        *(Figure(name, len(each), at_most(0)) for name, each in told.items()),
    ]


@contextmanager
def _browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=["--no-sandbox", "--disable-audio-output"]
        )
        try:
            yield browser
        finally:
            browser.close()


def _arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.newcomer", description=__doc__)
    parser.add_argument("--as", dest="kinds", action="append", choices=KINDS)
    parser.add_argument("--game", choices=WALKS, default="clippers")
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(given)


if __name__ == "__main__":
    sys.exit(main())
