"""What lies on the board: which stick on which space, which marker, and which ship where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.reading import EMPTY, HIDDEN, Reading


@dataclass(frozen=True)
class Position:
    """The pieces on a board, by the id of their place; a place without a piece is not named.

    ``pieces`` are those that have no place of their own: the stop of each ship that the table plays
    with, ``EMPTY`` where it is at none. ``in_box`` are the kinds of pieces that nobody plays with,
    ``unused`` the printed places on which nobody may lay any: a chart leaves them out.
    """

    spaces: Mapping[str, str] = field(default_factory=dict)
    slots: Mapping[str, str] = field(default_factory=dict)
    pieces: Mapping[str, str] = field(default_factory=dict)
    in_box: frozenset[str] = frozenset()
    unused: frozenset[str] = frozenset()

    @property
    def places(self) -> dict[str, str]:
        """Spaces and slots together; their ids never meet."""
        return {**self.spaces, **self.slots}

    @classmethod
    def from_reading(cls, reading: Reading) -> Position:
        """Take what was seen as it stands; hidden places count as empty."""
        nothing = {EMPTY, HIDDEN}
        return cls(
            {
                place: seen.answer
                for place, seen in reading.spaces.items()
                if seen.answer not in nothing
            },
            {
                place: seen.answer
                for place, seen in reading.slots.items()
                if seen.answer not in nothing
            },
        )
