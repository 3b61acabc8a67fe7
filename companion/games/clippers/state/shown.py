"""What the table has shown to be otherwise than the record says, after a slip that was told.

One mistake is told once. What follows from it later is no second one: a player who paid with money
that the record does not give him has it; the sticks of a turn that nobody wrote down lie somewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import quote, unquote


@dataclass(frozen=True, slots=True)
class Leap:
    """A turn that was left because somebody else acted, without a word that it was over.

    ``turn`` is the one that was left, ``laid`` what each seat had laid before, ``unwritten`` as in
    ``Shown``. ``told``: the leap was found to be against the rules already.
    """

    turn: tuple[int, int, int]
    laid: tuple[tuple[int, int], ...]
    unwritten: int
    told: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """What a table has shown.

    ``credit`` is, by player, how much more he has than the record says, in dollars. ``unwritten``
    is how many sticks may lie on the board that nobody wrote down. ``leaps`` are the turns of this
    round that nobody ended, since somebody last did. ``excused`` are players and phases of this
    round of whom no stick is asked: one that he laid was counted for another, or there was none he
    could lay. ``played_on``: somebody has acted after the end. ``let`` are the spaces of sticks
    that the table allowed, each with the code of what it left on the board (``granted``).
    """

    credit: Mapping[str, int] = field(default_factory=dict)
    unwritten: int = 0
    leaps: tuple[Leap, ...] = ()
    excused: tuple[tuple[str, int], ...] = ()
    played_on: bool = False
    let: frozenset[tuple[str, str]] = frozenset()

    def with_credit(self, player: str, amount: int) -> Shown:
        """So much more at least does a player have."""
        return replace(self, credit={**self.credit, player: amount})

    def with_unwritten(self, more: int) -> Shown:
        """So many more sticks may lie there that nobody wrote down; or fewer."""
        return replace(self, unwritten=max(0, self.unwritten + more))

    def with_excused(self, player: str, phase: int) -> Shown:
        """No stick is asked of a player in this phase of the round."""
        return replace(self, excused=tuple(dict.fromkeys((*self.excused, (player, phase)))))

    def in_new_round(self) -> Shown:
        """What is still so when a round is over."""
        if not self.leaps and not self.excused:
            return self
        return replace(self, leaps=(), excused=())


NOTHING = Shown()


def shown_word(shown: Shown) -> str:
    """Write what a table has shown as one word of a position line; empty where it is nothing.

    ``c=Ann:2;u=3;l=1.2.0:0+0/1+0:0:told;x=Ann:2;g=ra/0/1:stick-hangs;on``: credit by player, sticks
    that nobody wrote down, turns that were left, players and phases that are excused, sticks that
    the table allowed, whether somebody played on.
    """
    parts = {
        "c": ",".join(f"{quote(name)}:{more}" for name, more in sorted(shown.credit.items())),
        "u": str(shown.unwritten or ""),
        "l": ",".join(map(_leap, shown.leaps)),
        "x": ",".join(f"{quote(name)}:{phase}" for name, phase in shown.excused),
        "g": ",".join(f"{quote(space)}:{code}" for space, code in sorted(shown.let)),
    }
    words = [f"{key}={text}" for key, text in parts.items() if text]
    return ";".join([*words, "on"] if shown.played_on else words)


def parse_shown_word(word: str) -> Shown:
    """Read what ``shown_word`` wrote; raise ValueError where it is nothing of the kind."""
    words = dict(each.partition("=")[::2] for each in word.split(";"))
    if not words.keys() <= {"c", "u", "l", "x", "g", "on"}:
        raise ValueError("what was shown")
    return Shown(
        credit=dict(_pairs(words.get("c", ""))),
        unwritten=int(words.get("u") or 0),
        leaps=tuple(map(_parse_leap, filter(None, words.get("l", "").split(",")))),
        excused=tuple(_pairs(words.get("x", ""))),
        played_on="on" in words,
        let=frozenset(_let(words.get("g", ""))),
    )


def _leap(leap: Leap) -> str:
    turn = ".".join(map(str, leap.turn))
    laid = "/".join(f"{first}+{second}" for first, second in leap.laid)
    return ":".join((turn, laid, str(leap.unwritten), "told" if leap.told else "-"))


def _parse_leap(text: str) -> Leap:
    turn, laid, unwritten, told = text.split(":")
    round_, phase, done = map(int, turn.split("."))
    pairs = (each.split("+") for each in laid.split("/"))
    return Leap(
        (round_, phase, done),
        tuple((int(first), int(second)) for first, second in pairs),
        int(unwritten),
        told == "told",
    )


def _let(text: str) -> Iterator[tuple[str, str]]:
    for each in filter(None, text.split(",")):
        space, code = each.rsplit(":", 1)
        yield unquote(space), code


def _pairs(text: str) -> list[tuple[str, int]]:
    pairs = (each.rsplit(":", 1) for each in text.split(",") if each)
    return [(unquote(name), int(number)) for name, number in pairs]
