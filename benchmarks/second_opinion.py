"""Two referees of Long Cours over drawn games: ``python -m benchmarks.second_opinion [--json]``.

Games of three to six players, drawn by lot with rulings by lot, are played before the engine and
before a second referee, written from the text of the rules alone and slow
(``tests/companion/games/long_cours/second_opinion.py``). At every move both judge what is done and
facts of every kind besides, and all that lies on the table has to be the same after it. The same
games each time.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from companion.games.long_cours.judging import judgement
from tests.companion.games.long_cours.agreement import agree_on_a_game
from tests.companion.games.long_cours.sayable import WORDS

GAMES = 1_000
PLAYERS = range(3, 7)
SHOWN = 5
SOME = 30
"""In so many games a rule that was taken away has to be missed."""
FOLLOWS = frozenset({"cargo_first of CameBack"})
"""What other rules forbid too: nobody runs with the corsair before his ship has come back."""
JUDGED, FORBIDDEN, OVER = "judged", "forbidden", "over"


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures, and the first disagreements; 1 where there is one."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.second_opinion", description=__doc__
    )
    parser.add_argument("--games", type=int, default=GAMES, help="how many games")
    parser.add_argument("--asked", type=int, default=1, help="facts of each kind, at each move")
    parser.add_argument("--without", action="store_true", help="take each rule away in turn")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    counted: Counter[str] = Counter()
    against: list[str] = []
    began = time.process_time()
    for seed in range(args.games):
        try:
            counted += agree_on_a_game(PLAYERS[seed % len(PLAYERS)], Random(seed), args.asked)
        except AssertionError as error:
            against.append(f"game {seed}: {error}")
    figures = [
        Figure("games", args.games, at_least(GAMES)),
        Figure("games in which they disagree", len(against), at_most(0)),
        Figure("games played to their end", counted[OVER]),
        Figure("moves", sum(counted[do] for do in WORDS)),
        Figure("judgements", counted[JUDGED]),
        Figure("of these against the rules", counted[FORBIDDEN]),
        Figure("seconds of processor", round(time.process_time() - began, 1)),
    ]
    print(as_json(figures) if args.json else as_text(figures))
    if args.without:
        against += [f"nobody misses {rule}" for rule in unmissed()]
    for line in against[:SHOWN]:
        print(line)
    return 1 if any(figure.reached is False for figure in figures) else 0


def unmissed() -> Iterator[str]:
    """The rules of the engine that the second referee does not miss in some games without them."""
    every = judgement.OF_FACTS
    for kind, rules in every.items():
        for rule in rules:
            fewer = tuple(each for each in rules if each is not rule)
            judgement.OF_FACTS = {**every, kind: fewer}
            name = f"{rule.__name__} of {kind.__name__}"
            if name not in FOLLOWS and not _disagree():
                yield name
    judgement.OF_FACTS = every


def _disagree() -> bool:
    try:
        for seed in range(SOME):
            agree_on_a_game(PLAYERS[seed % len(PLAYERS)], Random(seed), 2)
    except AssertionError:
        return True
    return False


if __name__ == "__main__":
    raise SystemExit(main())
