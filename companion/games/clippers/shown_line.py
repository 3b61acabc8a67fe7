"""What a table has shown, as one word of a position line.

``c=Ann:2;u=3;l=1.2.0:0+0/1+0:0:told;x=Ann:2;on``: credit by player, sticks that nobody wrote down,
turns that were left, players and phases that are excused, and whether somebody played on.
"""

from __future__ import annotations

from urllib.parse import quote, unquote

from companion.games.clippers.shown import Leap, Shown


def shown_word(shown: Shown) -> str:
    """Write what a table has shown; empty where it is nothing."""
    parts = {
        "c": ",".join(f"{quote(name)}:{more}" for name, more in sorted(shown.credit.items())),
        "u": str(shown.unwritten or ""),
        "l": ",".join(map(_leap, shown.leaps)),
        "x": ",".join(f"{quote(name)}:{phase}" for name, phase in shown.excused),
    }
    words = [f"{key}={text}" for key, text in parts.items() if text]
    return ";".join([*words, "on"] if shown.played_on else words)


def parse_shown_word(word: str) -> Shown:
    """Read what ``shown_word`` wrote; raise ValueError where it is nothing of the kind."""
    words = dict(each.partition("=")[::2] for each in word.split(";"))
    if not words.keys() <= {"c", "u", "l", "x", "on"}:
        raise ValueError("what was shown")
    return Shown(
        credit=dict(_pairs(words.get("c", ""))),
        unwritten=int(words.get("u") or 0),
        leaps=tuple(map(_parse_leap, filter(None, words.get("l", "").split(",")))),
        excused=tuple(_pairs(words.get("x", ""))),
        played_on="on" in words,
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


def _pairs(text: str) -> list[tuple[str, int]]:
    pairs = (each.rsplit(":", 1) for each in text.split(",") if each)
    return [(unquote(name), int(number)) for name, number in pairs]
