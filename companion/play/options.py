"""The options of a game: a frozen dataclass of its own, read from JSON and told by its differences.

A field is an enum, a flag or a whole number. The presets are the editions of the game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from enum import Enum
from typing import Any, Generic, TypeVar, cast, get_type_hints

from companion.errors import InputError
from companion.files.fields import shown
from companion.saying.phrase import AnyOf, Phrase

Ruled = TypeVar("Ruled")
PRESET = "edition"


@dataclass(frozen=True)
class Options(Generic[Ruled]):
    """What a table may rule otherwise.

    ``presets`` are whole sets by their names, the first of which is the default; ``numbers`` are
    the whole numbers that an option may be, by its name. ``groups`` are the options that a form
    asks about, under headings; ``of_a_score`` those that a finished game is scored by. ``former``
    are those that older records tell, and nothing reads any more.
    """

    presets: Mapping[str, Ruled]
    numbers: Mapping[str, range] = field(default_factory=dict)
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    of_a_score: tuple[str, ...] = ()
    former: Collection[str] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Every option, in the order of the dataclass."""
        return tuple(each.name for each in self._fields)

    @property
    def default(self) -> str:
        """The preset where nobody says anything."""
        return next(iter(self.presets))

    def read(self, told: Mapping[str, object]) -> Ruled:
        """Read ``{"edition": "fr", "storms": "yes"}``; raise InputError on anything unknown."""
        preset = told.get(PRESET, self.default)
        if not isinstance(preset, str) or preset not in self.presets:
            known = ", ".join(self.presets)
            raise InputError(
                "no-such-edition", f"options/{PRESET}", value=shown(preset), known=known
            )
        values: dict[str, Any] = {}
        for name, value in told.items():
            if name == PRESET:
                continue
            if name not in self.names:
                known = ", ".join((PRESET, *self.names))
                raise InputError("no-such-option", f"options/{name}", known=known)
            values[name] = self._value(name, value)
        return cast(Ruled, replace(cast(Any, self.presets[preset]), **values))

    def nearest(self, ruled: Ruled) -> str:
        """The preset that these options differ least from."""
        return min(self.presets, key=lambda preset: len(self.differences(ruled, preset)))

    def differences(self, ruled: Ruled, preset: str | None = None) -> dict[str, str | int]:
        """What differs from a preset (the default, where none is named), as ``read`` reads it."""
        usual = self.presets[preset or self.default]
        return {
            name: written(getattr(ruled, name))
            for name in self.names
            if getattr(ruled, name) != getattr(usual, name)
        }

    def choices(self, name: str) -> dict[str | int, object]:
        """Every value an option may take, by how it is written."""
        kind = get_type_hints(type(self.presets[self.default]))[name]
        if kind is bool:
            return {"yes": True, "no": False}
        if kind is int:
            return {number: number for number in self.numbers[name]}
        return {member.value: member for member in kind}

    @property
    def _fields(self) -> tuple[Field[object], ...]:
        return fields(cast(Any, self.presets[self.default]))

    def _value(self, name: str, value: object) -> object:
        choices, numbers = self.choices(name), self.numbers.get(name)
        said = written(value) if isinstance(value, bool) else value
        if numbers and isinstance(said, str) and said.isascii() and said.isdigit():
            said = int(said[:9])
        if isinstance(said, str | int) and said in choices:
            return choices[said]
        allowed = (
            Phrase("number-from-to", low=numbers[0], high=numbers[-1])
            if numbers
            else AnyOf(choices)
        )
        raise InputError("option-value", f"options/{name}", value=shown(value), allowed=allowed)


def written(value: object) -> str | int:
    """Write the value of an option: yes or no, a number, or the value of its enum."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value.value) if isinstance(value, Enum) else int(str(value))
