"""Facts in short text, so that a case of a test reads as it would be told.

``Pauline: red h-red--malden/0/1``; ``Pauline: new red malden--starbuck/0/0 from malden``;
``Pauline: card 5x``; ``Pauline: done 2``; ``bank: gives Pauline 3 $ for 17``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from companion.bank import BANK
from companion.errors import InputError
from companion.files.fields import Field
from companion.games.clippers.record.event_json import parse_event
from companion.games.clippers.state.state import Game
from companion.games.clippers.terms.events import Event

TABLE = "table"
WORD = r"(\S+)"


def parse_notation(line: str, game: Game) -> Event:
    """Read a fact of this game; raise InputError on what is none."""
    names = (BANK, TABLE, *(player.name for player in game.players))
    who = next(name for name in names if line.startswith(f"{name}: "))
    rest = line[len(who) + 2 :]
    found, build = next(
        (found, build) for pattern, build in PATTERNS if (found := re.fullmatch(pattern, rest))
    )
    said = Field(build(who, found), line)
    if (event := parse_event(said, game)) is None:
        raise InputError.of(said.faults[0])
    return event


def _sentence(doing: str, *keys: str) -> Callable[[str, re.Match[str]], Mapping[str, object]]:
    """The JSON of a sentence whose words are these fields, in order."""
    return lambda who, found: (
        {"do": doing, "player": who} | dict(zip(keys, found.groups(), strict=True))
    )


def _stick(who: str, found: re.Match[str]) -> Mapping[str, object]:
    new, company, space, start = found.groups()
    said = {"do": "stick", "player": who, "company": company, "space": space}
    return said | {"alternate": new is not None, "start": start}


def _done(who: str, found: re.Match[str]) -> Mapping[str, object]:
    return {"do": "done", "player": who, "phase": int(found[1])}


def _payment(who: str, found: re.Match[str]) -> Mapping[str, object]:
    target, amount, mends = found.groups()
    return {"do": "pay", "from": who, "to": target, "amount": int(amount), "mends": int(mends)}


PATTERNS: tuple[tuple[str, Callable[[str, re.Match[str]], Mapping[str, object]]], ...] = (
    (f"marker {WORD}", _sentence("marker", "slot")),
    (f"card {WORD}", _sentence("card", "card")),
    ("pass", _sentence("pass")),
    (f"moves {WORD} to {WORD}", _sentence("move_marker", "from", "to")),
    (r"done ([0-9]{1,2})", _done),
    (r"gives (.+) ([0-9]{1,9}) \$ for ([0-9]{1,9})", _payment),
    (f"{WORD} ship at {WORD}", _sentence("ship_stood", "company", "place")),
    (f"ship {WORD}", _sentence("ship", "company")),
    (f"(new )?{WORD} {WORD}(?: from {WORD})?", _stick),
)
