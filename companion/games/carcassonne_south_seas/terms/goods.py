"""The goods, and which area pays which. Rules 3 and 26."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

GOODS = ("shell", "banana", "fish")
BRIDGE, ISLAND, SEA, MARKET, FISH, BOAT = "bridge", "island", "sea", "market", "fish", "boat"
PAYS: Mapping[str, str] = MappingProxyType({BRIDGE: "shell", ISLAND: "banana", SEA: "fish"})
"""What an area pays; a market pays a ship."""
IN_BOX = 40
"""So many of each kind: 10 small ones, and 10 large ones that are worth 3. Rule 3."""
BOAT_TOKENS = 19
"""Rule 4."""
EACH_ISLANDERS = 4
"""Rule 10."""
FACE_UP = 4
"""So many ships lie face up. Rule 9."""
GOODS_OF_POINT = 3
"""Rule 54."""
LARGE = 3
"""What a large token is worth. Rule 3."""


def tokens(number: int) -> tuple[int, int]:
    """The fewest tokens that make a number of goods: large ones and small ones. Rule 3."""
    return divmod(number, LARGE)
