"""Two referees over drawn games: ``python -m benchmarks.second_opinion [--game NAME] [--json]``.

Games drawn by lot, with rulings by lot, are played before the engine and before a second referee,
written from the text of the rules alone and slow: that of Long Cours
(``tests/companion/games/long_cours/second_referee/``; three to six players), that of Big Kini
(``tests/companion/games/big_kini/second_referee/``; two to four, every other three of them by the
game for experienced players, and then ``--solo`` games of one; ``big_kini_own_boxes`` is the same
with an owner's cards, and what stays in his box, by lot), or that of Carcassonne South Seas
(``tests/companion/games/carcassonne_south_seas/second_referee/``; two to five). At every move both
judge what is done and other facts besides, and all that lies on the table has to be the same after
it. The same games each time.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType, ModuleType

from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from companion.games.big_kini.judging import judgement as of_big_kini
from companion.games.carcassonne_south_seas.judging import judgement as of_south_seas
from companion.games.long_cours.judging import judgement as of_long_cours
from tests.companion.games.big_kini.second_referee import agreement as on_big_kini
from tests.companion.games.big_kini.second_referee.sayable import WORDS as WORDS_OF_BIG_KINI
from tests.companion.games.carcassonne_south_seas.second_referee import (
    agreement as on_south_seas,
)
from tests.companion.games.carcassonne_south_seas.second_referee.sayable import (
    WORDS as WORDS_OF_SOUTH_SEAS,
)
from tests.companion.games.long_cours.second_referee import agreement as on_long_cours
from tests.companion.games.long_cours.second_referee.sayable import WORDS as WORDS_OF_LONG_COURS

GAMES, OF_TILES, SOLO = 1_000, 2_000, 200
SHOWN = 5
SOME = 30
"""In so many games a rule that was taken away has to be missed."""
JUDGED, FORBIDDEN, OVER = "judged", "forbidden", "over"


@dataclass(frozen=True)
class Contest:
    """A game whose two referees are compared.

    ``play`` plays the game of a number, or one alone, and tells what was done and judged;
    ``tables`` are the engine's tables of rules, by their names in ``judgement``.
    """

    play: Callable[[int, bool, int], Counter[str]]
    judgement: ModuleType
    words: Collection[str]
    asked: int
    games: int = GAMES
    solo: int = 0
    tables: tuple[str, ...] = ("OF_FACTS",)


def long_cours(seed: int, _: bool, asked: int) -> Counter[str]:
    """A game of three to six; ``asked`` facts of each kind at each move."""
    return on_long_cours.agree_on_a_game(3 + seed % 4, Random(seed), asked)


def big_kini(seed: int, alone: bool, asked: int) -> Counter[str]:
    """A game of two to four, or of one; ``asked`` facts of any kind at each move."""
    count = 1 if alone else 2 + seed % 3
    return on_big_kini.agree_on_a_game(count, seed // 3 % 2 == 1, Random(seed), asked)


def big_kini_own_box(seed: int, alone: bool, asked: int) -> Counter[str]:
    """The same with cards, and atolls that stay in the box, drawn by lot for each game."""
    box, count = on_big_kini.own_box(Random(10_000 + seed)), 1 if alone else 2 + seed % 3
    return on_big_kini.agree_on_a_game(count, seed // 3 % 2 == 1, Random(seed), asked, box)


def south_seas(seed: int, _: bool, asked: int) -> Counter[str]:
    """A game of two to five; ``asked`` facts of any kind at each move."""
    return on_south_seas.agree_on_a_game(2 + seed % 4, Random(seed), asked)


CONTESTS: Mapping[str, Contest] = MappingProxyType(
    {
        "long_cours": Contest(
            long_cours,
            of_long_cours,
            WORDS_OF_LONG_COURS,
            asked=1,
        ),
        "big_kini": Contest(
            big_kini,
            of_big_kini,
            WORDS_OF_BIG_KINI,
            asked=4,
            solo=SOLO,
            tables=("OF_FACTS", "FIRST_OF"),
        ),
        "big_kini_own_boxes": Contest(
            big_kini_own_box,
            of_big_kini,
            WORDS_OF_BIG_KINI,
            asked=4,
            solo=SOLO,
            tables=("OF_FACTS", "FIRST_OF"),
        ),
        "carcassonne_south_seas": Contest(
            south_seas,
            of_south_seas,
            WORDS_OF_SOUTH_SEAS,
            asked=4,
            games=OF_TILES,
            tables=("OF_FACTS", "FIRST_OF"),
        ),
    }
)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures, and the first disagreements; 1 where there is one."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.second_opinion", description=__doc__
    )
    parser.add_argument("--game", choices=CONTESTS, default="long_cours", help="which game")
    parser.add_argument("--games", type=int, help="how many games of several")
    parser.add_argument("--solo", type=int, help="how many games of one, where there are such")
    parser.add_argument("--asked", type=int, help="how many other facts, at each move")
    parser.add_argument("--without", action="store_true", help="take each rule away in turn")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    contest = CONTESTS[args.game]
    games = contest.games if args.games is None else args.games
    solo = contest.solo if args.solo is None else args.solo
    asked = contest.asked if args.asked is None else args.asked
    began = time.process_time()
    counted, against = compared(contest, games, solo, asked)
    figures = [
        Figure("games", games, at_least(contest.games)),
        *([Figure("games of one", solo, at_least(contest.solo))] if contest.solo else ()),
        Figure("games in which they disagree", len(against), at_most(0)),
        Figure("games played to their end", counted[OVER]),
        Figure("moves", sum(counted[do] for do in contest.words)),
        Figure("judgements", counted[JUDGED]),
        Figure("of these against the rules", counted[FORBIDDEN]),
        Figure("seconds of processor", round(time.process_time() - began, 1)),
    ]
    print(as_json(figures) if args.json else as_text(figures))
    for line in against[:SHOWN]:
        print(line)
    if args.without:
        for rule in unmissed(contest):
            print(f"nobody misses {rule}")
    return 1 if any(figure.reached is False for figure in figures) else 0


def compared(contest: Contest, games: int, solo: int, asked: int) -> tuple[Counter[str], list[str]]:
    """What was done and judged in so many games, and what they disagree on."""
    counted: Counter[str] = Counter()
    against: list[str] = []
    for alone, seed in [*((False, n) for n in range(games)), *((True, n) for n in range(solo))]:
        try:
            counted += contest.play(seed, alone, asked)
        except AssertionError as error:
            against.append(f"game {seed}{' of one' * alone}: {error}")
    return counted, against


def unmissed(contest: Contest) -> Iterator[str]:
    """The rules of the engine that the second referee does not miss in some games without them."""
    for table in contest.tables:
        every = getattr(contest.judgement, table)
        for kind, rules in every.items():
            for rule in rules:
                fewer = tuple(each for each in rules if each is not rule)
                setattr(contest.judgement, table, {**every, kind: fewer})
                name = f"{rule.__name__} of {kind.__name__}"
                if not _disagree(contest):
                    yield name
        setattr(contest.judgement, table, every)


def _disagree(contest: Contest) -> bool:
    try:
        for seed in range(SOME):
            contest.play(seed, contest.solo > 0 and seed % 4 == 3, 2 * contest.asked)
    except AssertionError:
        return True
    return False


if __name__ == "__main__":
    raise SystemExit(main())
