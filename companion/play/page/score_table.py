"""A score as a table in words: who stands where, by what kinds of points, and how they came about.

Pages, the printed sheet, the terminal and the spreadsheet draw it, whichever game it is of.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.play.words import AnyWords
from companion.score import Score, ScoreLine

if TYPE_CHECKING:
    from companion.play.game import About


@dataclass(frozen=True, slots=True)
class WorkedLine:
    """A line of a score: what it is about, its number for each factor of the game, what earned it.

    A factor that does not multiply here is None. ``earners`` are ids, each with its name.
    """

    said: str
    factors: tuple[int | None, ...]
    earners: tuple[tuple[str, str], ...]
    line: ScoreLine


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A player: rank, what he stands for, his points of each kind, and all his lines."""

    rank: int
    player: str
    role: str
    role_said: str
    points: tuple[int, ...]
    total: int
    lines: tuple[WorkedLine, ...]


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The headings and the rows, the best first.

    ``role`` heads what a player stands for, ``kinds`` the kinds of points, ``factors`` what
    multiplies, ``earners`` what earned a line; that is empty where nothing is said to have.
    ``working`` says of each kind of points that is multiplied how, as a sentence.
    """

    role: str
    kinds: tuple[str, ...]
    factors: tuple[str, ...]
    earners: str
    working: tuple[str, ...]
    rows: tuple[ScoreRow, ...]


def score_table(
    score: Score, about: About, roles: Mapping[str, str], words: AnyWords
) -> ScoreTable:
    """Tell a score in the words of its game; ``roles`` are what the players stand for, by name."""
    working = (f"working:{kind}" for kind in about.scored)
    return ScoreTable(
        words.named("role", about.role),
        tuple(words.named("points", kind) for kind in about.scored),
        tuple(words.named("factor", factor) for factor in about.factors),
        words.plain("score:earned-by") if words.has("score:earned-by") else "",
        tuple(words.plain(code) for code in working if words.has(code)),
        tuple(
            ScoreRow(
                each.rank,
                each.player,
                roles[each.player],
                words.named(about.role, roles[each.player]),
                tuple(score.points(each.player, kind) for kind in about.scored),
                each.total,
                tuple(_worked(line, about, words) for line in score.lines_of(each.player)),
            )
            for each in score.standings
        ),
    )


def won(score: Score, words: AnyWords, code: str = "score:won") -> str:
    """Who has won, as the game says it; ``code`` is the sentence (``score:has-won``: long ago).

    Or that somebody who played alone has missed his aim.
    """
    best = score.standings[0].total
    if not score.winners:
        alone = score.standings[0].player
        return words.say("score:missed", player=alone, aim=score.aim, points=best)
    code = code if len(score.winners) == 1 else f"{code}:shared"
    one = f"{code}:one"
    told = {"names": words.listed(score.winners), "points": best}
    return words.say(one if best == 1 and words.has(one) else code, told)


def decided(score: Score, words: AnyWords) -> str:
    """By what the winners stand before others who are level with them; nothing where none are."""
    return words.say(f"score:by:{score.decided_by}") if score.decided_by else ""


def _worked(line: ScoreLine, about: About, words: AnyWords) -> WorkedLine:
    factors = dict(line.factors)
    return WorkedLine(
        words.place(line.place) if line.place else words.named("points", line.what),
        tuple(factors.get(factor) for factor in about.factors),
        tuple((each, words.earner(each)) for each in line.because),
        line,
    )
