"""What a table may rule otherwise: docs/rulings-big-kini.md says why each is open."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.big_kini.terms.layouts import LayoutChoice
from companion.play.options import Options


class DiscoveryCost(Enum):
    """What it costs to discover an atoll. Rules 64 and 79a."""

    FIVE = "5"
    SEVEN = "7"


class Length(Enum):
    """When the game ends. Rules 73 and 79b."""

    DISCOVERY = "discovery"
    ALWAYS_12 = "always_12"


class Blocked(Enum):
    """Whether two standard spaces are blocked each round, with three players. Rule 86."""

    NONE = "none"
    TWO = "two"


class OustedGoes(Enum):
    """Where an ousted baron may go. Point A8."""

    POSTS_AND_COLONY = "posts_and_colony"
    POSTS = "posts"


class KeepsMoney(Enum):
    """Who keeps the money: the companion, or the players behind their hands. Rule 23."""

    COMPANION = "companion"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Rulings:
    """How this table plays what the rules leave open."""

    layout: LayoutChoice = LayoutChoice.USUAL
    cards: bool = False
    discovery_costs: DiscoveryCost = DiscoveryCost.FIVE
    length: Length = Length.DISCOVERY
    blocked: Blocked = Blocked.NONE
    ousted_may_settle: OustedGoes = OustedGoes.POSTS_AND_COLONY
    discovery_adds_distance: bool = False
    money: KeepsMoney = KeepsMoney.COMPANION


FIRST = ("layout", "cards", "money")
EXPERIENCED = ("discovery_costs", "length", "blocked")
OPEN = ("ousted_may_settle", "discovery_adds_distance")
FORMER = frozenset({"start_atolls"})
"""Older records tell it; which start atolls were turned up shows only in what is chosen."""
OPTIONS = Options(
    {"default": Rulings()},
    groups={"first": FIRST, "experienced": EXPERIENCED, "open": OPEN},
    former=FORMER,
)
"""All of it, as a table is asked for it."""
