"""A score is an explained sum: lines with their working, never a number alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from companion.finding import Finding


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a player's sum: ``points`` = the product of the ``factors``.

    ``what`` names the kind of line (``ports``, ``money``), ``place`` what it is about (an island's
    id, or None), ``factors`` the named numbers that multiply (value, companies, markers),
    ``because`` the ids that earned it (companies), ``places`` what to light up on the board and
    ``rule`` the section of the rulebook.
    """

    player: str
    what: str
    points: int
    rule: str
    place: str | None = None
    factors: tuple[tuple[str, int], ...] = ()
    because: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rank, 1 being the best, and total; players that stay tied share a rank.

    ``by`` names the tie break that puts him before the next one with the same total, if one does.
    """

    player: str
    rank: int
    total: int
    by: str = ""


@dataclass(frozen=True)
class Score:
    """The lines of all players, who stands where (the best first), and what is to be said.

    ``aim`` is what somebody who plays alone has to reach, None where others are to be beaten.
    """

    lines: tuple[ScoreLine, ...]
    standings: tuple[Standing, ...]
    findings: tuple[Finding, ...] = ()
    aim: int | None = None

    def lines_of(self, player: str) -> tuple[ScoreLine, ...]:
        """The lines of one player, in order."""
        return tuple(line for line in self.lines if line.player == player)

    def points(self, player: str, what: str) -> int:
        """The points of a player from one kind of line."""
        return total((line for line in self.lines if line.what == what), player)

    @property
    def winners(self) -> tuple[str, ...]:
        """Everybody of rank 1; nobody where the aim was missed."""
        best = (each for each in self.standings if each.rank == 1)
        return tuple(each.player for each in best if self.aim is None or each.total >= self.aim)

    @property
    def decided_by(self) -> str:
        """The tie break that puts the winners before others with the same total, or nothing."""
        return [each.by for each in self.standings if each.rank == 1][-1]


def total(lines: Iterable[ScoreLine], player: str) -> int:
    """Sum the lines of one player."""
    return sum(line.points for line in lines if line.player == player)


def ranked(
    players: Sequence[str],
    lines: Sequence[ScoreLine],
    tie_breaks: Mapping[str, Sequence[int]] = MappingProxyType({}),
) -> tuple[Standing, ...]:
    """Rank players by their totals, then by each named tie break in turn (one number per player).

    More is better. Who is level in everything shares the rank, and the ranks after are left out
    (1, 1, 3); such players stay in the order given.
    """
    totals = [total(lines, player) for player in players]
    keys = list(zip(totals, *tie_breaks.values(), strict=True))
    order = sorted(range(len(players)), key=lambda i: keys[i], reverse=True)
    return tuple(
        Standing(
            players[i],
            1 + sum(other > keys[i] for other in keys),
            totals[i],
            _told_apart(keys[i], keys[after], tuple(tie_breaks)) if after is not None else "",
        )
        for i, after in zip(order, (*order[1:], None), strict=True)
    )


def _told_apart(one: Sequence[int], next_one: Sequence[int], names: Sequence[str]) -> str:
    """The first tie break in which two differ whose totals, which come first, are the same."""
    if one[0] != next_one[0]:
        return ""
    apart = (name for name, a, b in zip(names, one[1:], next_one[1:], strict=True) if a != b)
    return next(apart, "")
