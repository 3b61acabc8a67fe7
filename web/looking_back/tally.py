"""What the evenings of a file add up to: who won how often, and with how many points, as pictures.

A game counts when it is over. Nothing here knows which game it is: the lines of a score say what
they are for, and each kind of line is a part of the bar.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from companion.drawing.svg import element, number, words
from companion.records.names import same_person
from companion.score import Score
from web.host.kept_evenings import Evening
from web.looking_back.finding import named
from web.words.language import gettext

WIDE, HIGH, BAR_TOP, BAR_HIGH = 320.0, 26.0, 12.0, 12.0
DOT, EDGE = 3.2, 4.0
MOST_PLAYERS = 20
"""So many are shown; the others are found by their names."""


@dataclass(frozen=True)
class Played:
    """One game that somebody finished: its number in the file, his points, whether he won."""

    number: int
    points: int
    parts: tuple[int, ...]
    won: bool
    shared: bool


@dataclass(frozen=True)
class PlayerTally:
    """Everything one player has finished, the oldest first; ``name`` as it was written last."""

    name: str
    played: tuple[Played, ...]

    @property
    def games(self) -> int:
        """How many games."""
        return len(self.played)

    @property
    def won(self) -> int:
        """How many of them were won alone."""
        return sum(each.won and not each.shared for each in self.played)

    @property
    def shared(self) -> int:
        """How many were won together with somebody."""
        return sum(each.shared for each in self.played)

    @property
    def best(self) -> int:
        """The most points."""
        return max(each.points for each in self.played)

    @property
    def best_of(self) -> int:
        """The number of the game in which that was."""
        return next(each.number for each in self.played if each.points == self.best)

    @property
    def mean(self) -> float:
        """The points of a game on average."""
        return sum(each.points for each in self.played) / self.games

    def part(self, at: int) -> float:
        """How many of them came from one kind of line, on average."""
        return sum(each.parts[at] for each in self.played) / self.games


@dataclass(frozen=True)
class Tally:
    """All finished evenings of one game; ``kinds`` are what points came from.

    ``players`` are all, those who are looked for and who won most often first.
    """

    kinds: tuple[str, ...]
    players: tuple[PlayerTally, ...]

    @property
    def shown(self) -> tuple[PlayerTally, ...]:
        """Those who are shown."""
        return self.players[:MOST_PLAYERS]

    @property
    def left(self) -> int:
        """How many are not shown."""
        return max(len(self.players) - MOST_PLAYERS, 0)

    @cached_property
    def least(self) -> int:
        """The fewest points that anybody ever had, or 0."""
        return min([0, *(each.points for some in self.players for each in some.played)])

    @cached_property
    def most(self) -> int:
        """The most points that anybody ever had."""
        return max(player.best for player in self.players)


def tallies(evenings: Iterable[Evening], wanted: str = "") -> dict[str, Tally]:
    """What the evenings add up to, by game; who won most often stands first.

    Before all others those whose name has a word of ``wanted`` in it.
    """
    over: dict[str, list[tuple[Evening, Score]]] = {}
    for each in evenings:
        if each.over and each.score is not None and each.score.standings:
            over.setdefault(each.game, []).append((each, each.score))
    return {game: _tally(sorted(some, key=_begun), wanted) for game, some in over.items()}


def _begun(each: tuple[Evening, Score]) -> str:
    return each[0].head.begun


def _tally(some: Sequence[tuple[Evening, Score]], wanted: str) -> Tally:
    kinds = tuple(dict.fromkeys(line.what for _, score in some for line in score.lines))
    played: dict[str, list[Played]] = {}
    names: dict[str, str] = {}
    apart = _told_apart(score for _, score in some)
    for evening, score in some:
        for standing in score.standings:
            alike = same_person(standing.player)
            person = standing.player if alike in apart else alike
            names[person] = standing.player
            won = standing.player in score.winners
            game = Played(
                evening.head.id,
                standing.total,
                tuple(score.points(standing.player, kind) for kind in kinds),
                won,
                won and len(score.winners) > 1,
            )
            played.setdefault(person, []).append(game)
    people = [PlayerTally(names[person], tuple(games)) for person, games in played.items()]
    people.sort(key=lambda each: (-each.won, -each.shared, -each.mean, each.name))
    people.sort(key=lambda each: not named(each.name, wanted))
    return Tally(kinds, tuple(people))


def _told_apart(scores: Iterable[Score]) -> frozenset[str]:
    """The names that two of one game had, but for capitals: people who go by the letter.

    No game begins so any more, but older files hold some.
    """
    apart = set[str]()
    for score in scores:
        called = Counter(same_person(standing.player) for standing in score.standings)
        apart |= {name for name, count in called.items() if count > 1}
    return frozenset(apart)


def draw_tally(player: PlayerTally, tally: Tally) -> Markup:
    """A bar of what the points came from on average, a line at the best, a dot for each game.

    Games of as many points have one dot, that of a game that was won above the others.
    """
    least = tally.least
    unit = (WIDE - 2 * EDGE) / max(tally.most - least, 1)

    def x(points: float) -> float:
        return EDGE + unit * (points - least)

    parts, at = [], 0.0
    for nth in range(len(tally.kinds)):
        part = max(player.part(nth), 0.0)
        box = {"x": number(x(at)), "y": number(BAR_TOP), "height": number(BAR_HIGH)}
        parts.append(element("rect", class_=f"part-{nth}", width=number(unit * part), **box))
        at += part
    best = f"M{number(x(player.best))} {number(BAR_TOP - 2)}v{number(BAR_HIGH + 4)}"
    dots = [
        element(
            "circle",
            class_="game won" if won else "game",
            cx=number(x(points)),
            cy=number(BAR_TOP / 2),
            r=number(DOT),
        )
        for won, points in sorted({(each.won, each.points) for each in player.played})
    ]
    title = element("title", words(gettext("Points of %(name)s") % {"name": player.name}))
    return Markup(
        element(
            "svg",
            title,
            *parts,
            element("path", class_="best", d=best),
            *dots,
            viewBox=f"0 0 {number(WIDE)} {number(HIGH)}",
            role="img",
        )
    )
