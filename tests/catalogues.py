"""Compile the gettext catalogues: ``python -m tests.catalogues`` after a change to a ``.po`` file.

Python reads compiled catalogues only, and an installed package has no build step; so both forms are
kept, and a test holds them together.
"""

from __future__ import annotations

import ast
import re
import struct
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAGIC = 0x950412DE
HEADER_BYTES = 28
FRENCH = (
    (re.compile(r"(?<=\w)'(?=\w)"), "\N{RIGHT SINGLE QUOTATION MARK}"),
    (re.compile(r" (?=[;!?»]|\$(?!\w)|%(?![(\w]))"), "\N{NARROW NO-BREAK SPACE}"),
    (re.compile(r"(?<=«) "), "\N{NARROW NO-BREAK SPACE}"),
    (re.compile(r" (?=:(?!\w))"), "\N{NO-BREAK SPACE}"),
)
"""How French is set: what a line must not be broken at, and which space a sign has before it."""


def catalogues() -> list[Path]:
    return sorted(path for room in ("companion", "web") for path in (ROOT / room).rglob("*.po"))


def read_po(path: Path) -> dict[str, str]:
    """Read the messages of a catalogue; the forms of a plural are joined as a ``.mo`` has them."""
    messages: dict[str, str] = {}
    texts: dict[str, str] = {}
    keyword = ""
    for line in [*path.read_text(encoding="utf-8").splitlines(), 'msgid ""']:
        word, _, text = line.partition(" ")
        if word == "msgid":
            messages |= _message(texts)
            texts = {}
        if word.startswith("msg"):
            keyword = word
        quoted = text if word.startswith("msg") else line
        if quoted.startswith('"'):
            texts[keyword] = texts.get(keyword, "") + ast.literal_eval(quoted)
    return messages


def _message(texts: dict[str, str]) -> dict[str, str]:
    ids = [text for word, text in texts.items() if word.startswith("msgid")]
    said = [text for word, text in texts.items() if word.startswith("msgstr")]
    return {"\0".join(ids): "\0".join(said)} if any(said) else {}


def typeset(path: Path) -> dict[str, str]:
    """The messages of a catalogue as they are printed; translators type plain signs and spaces."""
    messages = read_po(path)
    if path.parts[-3] != "fr":
        return messages
    return {code: _in_french(said) if code else said for code, said in messages.items()}


def _in_french(said: str) -> str:
    for sign, printed in FRENCH:
        said = sign.sub(printed, said)
    return said


def typed(printed: str) -> str:
    """What is printed as one types it, and as the tests say it."""
    signs = "\N{RIGHT SINGLE QUOTATION MARK}\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
    return printed.translate(str.maketrans(signs, "'  "))


def compiled(messages: dict[str, str]) -> bytes:
    """Pack messages as a ``.mo`` file: a header, two tables of lengths and offsets, the texts."""
    ids = sorted(messages)
    texts = [text.encode() for text in (*ids, *(messages[i] for i in ids))]
    offset = HEADER_BYTES + 8 * len(texts)
    table = b""
    for text in texts:
        table += struct.pack("<II", len(text), offset)
        offset += len(text) + 1
    middle = HEADER_BYTES + 8 * len(ids)
    header = struct.pack("<7I", MAGIC, 0, len(ids), HEADER_BYTES, middle, 0, 0)
    return header + table + b"".join(text + b"\0" for text in texts)


if __name__ == "__main__":
    for source in catalogues():
        source.with_suffix(".mo").write_bytes(compiled(typeset(source)))
        print(f"{source.with_suffix('.mo')}: written")
