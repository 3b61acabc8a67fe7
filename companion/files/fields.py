"""JSON read field by field: every fault is kept with its place, and none is raised until asked for.

A reader asks each field for what it should be. A field that is not so leaves a ``Fault`` and a
stand-in (NaN, an empty text) which no later check takes for a second fault.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from companion.errors import Fault, InputError, Path, first_of
from companion.saying.phrase import AnyOf, Phrase

LONGEST_TEXT = 200
SHOWN = 40
UNPRINTABLE = frozenset({"Cc", "Cn", "Cs", "Zl", "Zp"})
NEWER_EMOJI = range(0x1F300, 0x1FB00)
"""Where each year's emoji go; a Python that is older knows nothing of them."""
COLOUR = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)


class DoubledKeys(dict[str, object]):
    """A JSON object in which some keys stood more than once; the last one won."""

    def __init__(self, pairs: Sequence[tuple[str, object]]) -> None:
        super().__init__(pairs)
        counts = Counter(key for key, _ in pairs)
        self.doubled = [key for key, count in counts.items() if count > 1]


def keep_doubled_keys(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Make a JSON object that remembers doubled keys (``object_pairs_hook`` of ``json``)."""
    plain = dict(pairs)
    return plain if len(plain) == len(pairs) else DoubledKeys(pairs)


class _Absent(Enum):
    MISSING = "a field that is not there"
    UNKNOWN = "a field of something that is no object, which is fault enough"


class _Step:
    """The place of a field in an object, spelled when it is asked for: most are never told."""

    __slots__ = ("_key", "_of")

    def __init__(self, of: str | Phrase | _Step, key: str) -> None:
        self._of, self._key = of, key

    def told(self) -> str | Phrase:
        """The place; what is said in a language stays to be said."""
        key, of = self._key, _told(self._of)
        step = key if _is_printable(key) and len(key) <= SHOWN else str(shown(key))
        if isinstance(of, Phrase):
            return Phrase("part-of", whole=of, part=step)
        return f"{of}/{step}" if of else step

    def __str__(self) -> str:
        return str(self.told())


def _told(place: str | Phrase | _Step) -> str | Phrase:
    return place.told() if isinstance(place, _Step) else place


@dataclass(frozen=True, slots=True)
class Field:
    """A JSON value at its place in the file; all fields of a file share one list of faults."""

    value: object
    place: str | Phrase | _Step = ""
    faults: list[Fault] = field(default_factory=list)
    path: Path = ()

    @property
    def given(self) -> bool:
        """Whether the file says anything here; ``null`` says nothing."""
        return self.value is not None and not isinstance(self.value, _Absent)

    def has(self, key: str) -> bool:
        """Whether the file says anything in the field of that name."""
        return isinstance(self.value, Mapping) and self.value.get(key) is not None

    def fault(self, code: str, /, **params: object) -> None:
        """Note that something is wrong here: the sentence of the code says what."""
        found = Fault(code, _told(self.place) or Phrase("the-file"), **params)
        found.path = self.path
        self.faults.append(found)

    def check(self) -> None:
        """Raise InputError with the first fault of the file, and how many more there are."""
        if self.faults:
            raise InputError.of(first_of(self.faults))

    def get(self, key: str) -> Field:
        """Return the field of that name; a missing one is a field too."""
        place = _Step(self.place, key)
        if not isinstance(self.value, Mapping):
            return Field(_Absent.UNKNOWN, place, self.faults, (*self.path, key))
        value = self.value.get(key, _Absent.MISSING)
        return Field(value, place, self.faults, (*self.path, key))

    def children(self) -> list[Field]:
        """Return the entries of a list, and none of anything else; finds no fault."""
        return [
            Field(
                value,
                f"{self.place}[{index}]{_called(value)}",
                self.faults,
                (*self.path, index),
            )
            for index, value in enumerate(self.value if isinstance(self.value, list) else ())
        ]

    def items(self, least: int = 0, most: int | None = None) -> list[Field]:
        """Return the entries of a list; none where it is not given and need not be."""
        if not self.given and not least:
            return []
        if not isinstance(self.value, list):
            self._expected(Phrase("a-list"))
            return []
        count = len(self.value)
        if most is None and count < least:
            self.fault("too-few-entries", count=count, least=least)
        if most is not None and not least <= count <= most:
            self.fault("wrong-count", count=count, least=least, most=most)
        return self.children()

    def entries(self) -> Iterator[tuple[str, Field]]:
        """Yield the keys of an object with their fields; nothing where it is not given."""
        if self.given and self.is_object() and isinstance(self.value, Mapping):
            for key in self.value:
                yield str(key), self.get(str(key))

    def is_object(self) -> bool:
        """Check that this is a JSON object in which each key stands once."""
        if not isinstance(self.value, Mapping):
            self._expected(Phrase("an-object"))
            return False
        if isinstance(self.value, DoubledKeys):
            for key in self.value.doubled:
                self.fault("key-doubled", key=shown(key))
        return True

    def number(self, low: float, high: float, unit: str = "") -> float:
        """Return a number from ``low`` to ``high``; NaN where it is none."""
        number = self._number()
        if number is None:
            in_unit = {"unit": Phrase(f"unit:{unit}")}
            self._expected(Phrase("a-number-in", **in_unit) if unit else Phrase("a-number"))
            return math.nan
        if low <= number <= high:  # never true of NaN
            return float(number)
        about = {"value": shown(self.value), "low": _plain(low), "high": _plain(high)}
        if unit:
            self.fault("out-of-range-in", **about, unit=Phrase(f"unit:{unit}"))
        else:
            self.fault("out-of-range", **about)
        return math.nan

    def whole(self, low: int, high: int) -> int:
        """Return a whole number from ``low`` to ``high``; ``low`` where it is none."""
        number = self.number(low, high)
        if math.isfinite(number) and number != int(number):
            self.fault("not-whole", value=shown(self.value))
        return int(number) if math.isfinite(number) else low

    def text(self, longest: int = LONGEST_TEXT) -> str:
        """Return a text of one line; an empty one where it is none."""
        if not isinstance(self.value, str):
            self._expected(Phrase("a-text"))
            return ""
        if not self.value.strip() or len(self.value) > longest:
            self.fault("text-length", letters=len(self.value.strip()), most=longest)
            return ""
        if not _is_printable(self.value):
            self.fault("unprintable", value=shown(self.value))
            return ""
        return self.value

    def id(self) -> str:
        """Return an id: lower case, without ``/``; an empty text where it is none."""
        text = self.text()
        if text != text.lower() or "/" in text:
            self.fault("no-id", value=shown(text))
        return text

    def one_of(self, choices: Sequence[str]) -> str | None:
        """Return one of the choices, or None."""
        if isinstance(self.value, str) and self.value in choices:
            return self.value
        self._expected(AnyOf(f'"{choice}"' for choice in choices))
        return None

    def named(self, names: Sequence[str], missing: Phrase) -> str:
        """Return one of the names of things that there are; an empty text where it is none.

        ``missing`` says of another name what there is not.
        """
        if isinstance(self.value, str) and self.value not in names:
            self.fault("not-there", value=shown(self.value), missing=missing, known=AnyOf(names))
            return ""
        return self.one_of(names) or ""

    def colour(self) -> str:
        """Return a colour ``#rrggbb`` in lower case; an empty text where it is none."""
        if isinstance(self.value, str) and COLOUR.fullmatch(self.value):
            return self.value.lower()
        self._expected(Phrase("a-colour"))
        return ""

    def _number(self) -> float | None:
        return (
            self.value
            if isinstance(self.value, int | float) and not isinstance(self.value, bool)
            else None
        )

    def _expected(self, wanted: Phrase) -> None:
        if self.value is _Absent.UNKNOWN:
            return
        if self.value is _Absent.MISSING:
            self.fault("missing", wanted=wanted)
        else:
            self.fault("expected", value=shown(self.value), wanted=wanted)


def each_once(named: Iterable[tuple[Field, str]], what: Phrase) -> None:
    """Note each field whose name an earlier one has; ``what`` is what that one is."""
    seen: set[str] = set()
    for here, name in named:
        if name and name in seen:
            here.fault("named-twice", name=shown(name), what=what)
        seen.add(name)


def shown(value: object) -> str | Phrase:
    """Show a value as it may stand in a message: short, on one line."""
    if isinstance(value, dict):
        return Phrase("value-object")
    if isinstance(value, list):
        return Phrase("value-list")
    if isinstance(value, int) and value.bit_length() > SHOWN * 3:
        return Phrase("value-huge")
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = ascii(value) if isinstance(value, str) and not _is_printable(value) else repr(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


def _called(value: object) -> str:
    """Name an entry of a list by its id, where it has one that can be shown."""
    if not isinstance(value, Mapping):
        return ""
    name = value.get("id", value.get("nation"))
    short = isinstance(name, str) and 0 < len(name) <= SHOWN and _is_printable(name)
    return f" {name}" if short else ""


def _is_printable(text: str) -> bool:
    return text.isprintable() or all(
        unicodedata.category(letter) not in UNPRINTABLE or ord(letter) in NEWER_EMOJI
        for letter in text
    )


def _plain(number: float) -> str:
    return f"{number:.10g}"
