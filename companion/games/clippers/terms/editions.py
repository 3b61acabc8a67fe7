"""The disputed points of the rules, each an option; the editions are presets of them.

Numbers in brackets are rows of docs/rulings.md. The first value of an option is its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType

from companion.play.options import Options


class TieBreak(Enum):
    """What decides after points and money (A1)."""

    EN3 = "en3"
    SHARED = "shared"


class SamoaCountsPurple(Enum):
    """Whether purple counts as reaching the island its harbour stands on (A7)."""

    ALWAYS = "always"
    IF_OPEN = "if_open"
    NO = "no"


class EndCheck(Enum):
    """When it is asked whether nothing can be laid any more (A2)."""

    AT_TURN = "at_turn"
    AFTER_EVERY_STICK = "after_every_stick"


class DeadSticks(Enum):
    """When a company's sticks count as gone (A6)."""

    WHEN_NO_START = "when_no_start"
    WHEN_ALL_ENDS_DEAD = "when_all_ends_dead"


class PurpleGrowth(Enum):
    """Where purple may be laid (A14)."""

    SAMOA_OR_OPEN_END = "samoa_or_open_end"
    ANY_PURPLE_ISLAND = "any_purple_island"


class SlotShape(Enum):
    """How the slots are printed (A15); no rule asks."""

    UNKNOWN = "unknown"
    ROUND = "round"
    SQUARE = "square"


class SameColourMeets(Enum):
    """Whether a company may build a lane from both its ends (B2)."""

    ILLEGAL = "illegal"
    LEGAL = "legal"


class PurpleOpens(Enum):
    """From when on purple may be laid (B13)."""

    AT_ONCE = "at_once"
    NEXT_TURN = "next_turn"


class ClipperTokenCheck(Enum):
    """What a ship in the wrong place is worth (B16)."""

    WARN = "warn"
    STRICT = "strict"


class PortTiming(Enum):
    """When in his turn the owner of the port card may move a marker (C6)."""

    ANY_MOMENT_OF_TURN = "any_moment_of_turn"
    BEFORE_STICKS = "before_sticks"


class StrandedClipper(Enum):
    """What becomes of a bought ship that opened no route (C8)."""

    RETURN_NO_REFUND = "return_no_refund"
    RETURN_REFUND = "return_refund"
    REMOVED = "removed"


class ClipperBeforeFirstRoute(Enum):
    """Buying a ship before its company has left the harbour (C11)."""

    WARN = "warn"
    FORBID = "forbid"


class BankLimit(Enum):
    """Whether the bank can run out (C15)."""

    NONE = "none"
    CHIPS = "125"


@dataclass(frozen=True, slots=True)
class Rulings:
    """One value per disputed point."""

    tie_break: TieBreak = TieBreak.EN3
    end_check: EndCheck = EndCheck.AT_TURN
    held_clipper_delays_end: bool = True
    spare_clipper_delays_end: bool = False
    purple_delays_end: bool = True
    dead_sticks: DeadSticks = DeadSticks.WHEN_NO_START
    samoa_counts_purple: SamoaCountsPurple = SamoaCountsPurple.ALWAYS
    port_price: int = 4
    port_same_island: bool = False
    purple_blocks_started: bool = False
    purple_growth: PurpleGrowth = PurpleGrowth.SAMOA_OR_OPEN_END
    slot_shape: SlotShape = SlotShape.UNKNOWN
    same_colour_meets: SameColourMeets = SameColourMeets.ILLEGAL
    harbour_as_island_for_blocking: bool = True
    build_into_harbour: bool = False
    purple_opens: PurpleOpens = PurpleOpens.AT_ONCE
    clipper_token_check: ClipperTokenCheck = ClipperTokenCheck.WARN
    five_x_zero: bool = False
    two_x_cards_2p: int = 2
    port_timing: PortTiming = PortTiming.ANY_MOMENT_OF_TURN
    stranded_clipper: StrandedClipper = StrandedClipper.RETURN_NO_REFUND
    clipper_before_first_route: ClipperBeforeFirstRoute = ClipperBeforeFirstRoute.WARN
    bank_limit: BankLimit = BankLimit.NONE
    port_instead_of_stick: bool = False
    samoa_first_bonus: int = 2
    finish_round: bool = False
    open_money: bool = True


DEFAULT = Rulings()
FRENCH = replace(
    DEFAULT,
    tie_break=TieBreak.SHARED,
    end_check=EndCheck.AFTER_EVERY_STICK,
    slot_shape=SlotShape.ROUND,
)
ENGLISH = replace(
    DEFAULT,
    held_clipper_delays_end=False,
    dead_sticks=DeadSticks.WHEN_ALL_ENDS_DEAD,
    samoa_counts_purple=SamoaCountsPurple.NO,
    port_same_island=True,
    slot_shape=SlotShape.SQUARE,
)
EDITIONS: Mapping[str, Rulings] = MappingProxyType(
    {"default": DEFAULT, "fr": FRENCH, "en": ENGLISH}
)
NUMBERS: Mapping[str, range] = MappingProxyType(
    {
        "port_price": range(100),
        "two_x_cards_2p": range(1, 4),
        "samoa_first_bonus": range(1, 3),
    }
)

FIRST = (
    "tie_break",
    "held_clipper_delays_end",
    "samoa_counts_purple",
    "purple_growth",
    "two_x_cards_2p",
)
"""What changes real games, and is worth agreeing on before the first one (docs/rulings.md)."""
END = ("end_check", "spare_clipper_delays_end", "purple_delays_end", "dead_sticks", "finish_round")
STICKS = (
    "purple_opens",
    "purple_blocks_started",
    "same_colour_meets",
    "harbour_as_island_for_blocking",
    "build_into_harbour",
    "clipper_token_check",
)
MONEY = (
    "port_price",
    "port_timing",
    "port_instead_of_stick",
    "port_same_island",
    "five_x_zero",
    "stranded_clipper",
    "clipper_before_first_route",
    "samoa_first_bonus",
    "bank_limit",
    "open_money",
)

SCORE = (
    "tie_break",
    "samoa_counts_purple",
    "purple_blocks_started",
    "same_colour_meets",
    "build_into_harbour",
    "harbour_as_island_for_blocking",
)
"""What is told by a board on which a game is over."""
OPTIONS = Options(
    EDITIONS,
    NUMBERS,
    groups={"first": FIRST, "end": END, "sticks": STICKS, "money": MONEY},
    of_a_score=SCORE,
)
"""All of it, as a table is asked for it."""
