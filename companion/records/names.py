"""What people may be called: names as keyboards send them, kept in one way."""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import normalize

from companion.errors import InputError
from companion.files.fields import NEWER_EMOJI

LONGEST_NAME = 40
"""So many letters a player's name may have."""
JOINERS = re.compile(
    r"(?<=[^\x00-\x7f\u200c\u200d])[\u200c\u200d](?=[^\x00-\x7f\u200c\u200d])"
    r"|(?<=\U0001f3f4)[\U000e0020-\U000e007e]+\U000e007f"
)
"""What makes one sign of several, as keyboards send it: joiners, and the letters in a flag.

Unicode Technical Standard 51, sections 2.6 and 2.7; The Unicode Standard, section 23.2.
"""


def typed_name(text: str) -> str:
    """A player's name as it is kept; some keyboards send a letter and its accent apart."""
    return normalize("NFC", text.strip())


def may_be_name(text: str) -> bool:
    """Whether a player may be called so: it is short, and all of it is seen or joins what is."""
    return len(text) <= LONGEST_NAME and as_seen(text) == text


def same_person(name: str) -> str:
    """What two names have in common that differ by capitals alone: said aloud they are one."""
    return name.casefold()


def check_apart(names: Iterable[str]) -> None:
    """Raise InputError where two who play together have names that are one when said aloud."""
    known: dict[str, str] = {}
    for name in names:
        person = same_person(name)
        if person in known:
            raise InputError("names-alike", name=as_seen(known[person])[:LONGEST_NAME])
        known[person] = name


def as_seen(text: str) -> str:
    """A text with a question mark for all that is neither seen nor joins what is."""
    joining = {at for each in JOINERS.finditer(text) for at in range(*each.span())}
    return "".join(
        letter if at in joining or letter.isprintable() or ord(letter) in NEWER_EMOJI else "?"
        for at, letter in enumerate(text)
    )
