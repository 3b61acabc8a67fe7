"""How the atolls may be laid out, and which take part. Rules 16, 79 to 91 and 105.

How many atolls a layout has is stated or follows from what is; which tiles stay in the box in the
base games for 2 and 3, and the shapes, are reconstructed: the owner of a box tells his own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

HOME = "h"
"""The mark of a place for a start atoll. Rule 19."""


class LayoutChoice(Enum):
    """Which layout a table plays on; the usual one is that of the number of players."""

    USUAL = "usual"
    EAST_OR_WEST = "2_east_or_west"
    TWO_MORE = "2_two_more"
    SYMMETRY_1 = "3_symmetry_1"
    SYMMETRY_2 = "3_symmetry_2"
    THREE_MORE = "3_three_more"
    TOWER = "4_tower"


@dataclass(frozen=True, slots=True)
class Tiles:
    """Which atolls take part: by their numbers ``least`` to ``most`` but for those ``out``.

    ``starts_out`` start atolls are taken out at random once homes are chosen; ``rule`` says so.
    """

    least: int
    most: int
    out: frozenset[int] = frozenset()
    starts_out: int = 0
    rule: str = "16"


STARTS = range(1, 7)
"""The start atolls. Rule 3."""
USUAL: Mapping[int, str] = MappingProxyType(
    {1: "1_solo", 2: "2_base", 3: "3_base", 4: "4_base", 5: "5_all", 6: "6_symmetric"}
)
TILES: Mapping[str, Tiles] = MappingProxyType(
    {
        "1_solo": Tiles(7, 18, frozenset({10, 11, 17}), rule="105"),
        "2_base": Tiles(1, 18, frozenset({10, 11, 14, 17, 18})),
        "2_east_or_west": Tiles(1, 18, starts_out=2, rule="80"),
        "2_two_more": Tiles(1, 18, starts_out=3, rule="81"),
        "3_base": Tiles(1, 18, frozenset({10, 11, 17, 18})),
        "3_symmetry_1": Tiles(1, 18, starts_out=3, rule="83"),
        "3_symmetry_2": Tiles(1, 18, starts_out=2, rule="84"),
        "3_three_more": Tiles(1, 18, starts_out=1, rule="85"),
        "4_base": Tiles(1, 18),
        "4_tower": Tiles(1, 18),
        "5_all": Tiles(1, 25),
        "6_symmetric": Tiles(1, 25),
    }
)
"""By the id of a layout, which atolls may be turned up on it."""
PICTURED = ("2_base", "3_base")
"""The layouts of which a picture says which atolls stay in the box. Rule 16."""


def layout_of(choice: LayoutChoice, players: int) -> str:
    """The id of the layout that so many play on."""
    return USUAL[players] if choice is LayoutChoice.USUAL else choice.value


def may_be_found(layout: str, number: int, in_box: frozenset[int] | None = None) -> bool:
    """Whether the atoll of this number may lie hidden on a layout.

    ``in_box`` are those that an owner says stay in his box; else those of the program do.
    """
    tiles = TILES[layout]
    out = tiles.out if in_box is None else in_box
    return tiles.least <= number <= tiles.most and number not in out
