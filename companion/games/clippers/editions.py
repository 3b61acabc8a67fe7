"""The disputed points of the rules, each an option; the editions are presets of them.

Numbers in brackets are rows of docs/rulings.md. The first value of an option is its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from types import MappingProxyType
from typing import get_type_hints

from companion.errors import InputError
from companion.fields import shown


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


def read_rulings(said: Mapping[str, object]) -> Rulings:
    """Read ``{"edition": "fr", "five_x_zero": "yes"}``; raise InputError on anything unknown."""
    edition = said.get("edition", "default")
    if not isinstance(edition, str) or edition not in EDITIONS:
        raise InputError(f"options/edition: is {shown(edition)}; give one of {', '.join(EDITIONS)}")
    known = [field.name for field in fields(Rulings)]
    values: dict[str, object] = {}
    for name, value in said.items():
        if name != "edition":
            if name not in known:
                raise InputError(
                    f"options/{name}: there is no such option; there are edition, "
                    f"{', '.join(known)}"
                )
            values[name] = _value(name, value)
    return replace(EDITIONS[edition], **values)  # type: ignore[arg-type]


def rulings_json(rulings: Rulings) -> dict[str, str | int]:
    """Turn rulings into the JSON that ``read_rulings`` reads; only what is not the default."""
    return differences(rulings, "default")


def edition_of(rulings: Rulings) -> str:
    """The edition that these rulings differ least from."""
    return min(EDITIONS, key=lambda edition: len(differences(rulings, edition)))


def differences(rulings: Rulings, edition: str) -> dict[str, str | int]:
    """What a table rules otherwise than an edition, by option."""
    return {
        field.name: said(getattr(rulings, field.name))
        for field in fields(Rulings)
        if getattr(rulings, field.name) != getattr(EDITIONS[edition], field.name)
    }


def said(value: object) -> str | int:
    """Write the value of an option as docs/rulings.md writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value.value) if isinstance(value, Enum) else int(str(value))


def choices_of(name: str) -> dict[str | int, object]:
    """Every value an option may take, as it is written."""
    kind = get_type_hints(Rulings)[name]
    if kind is bool:
        return {"yes": True, "no": False}
    if kind is int:
        return {number: number for number in NUMBERS[name]}
    return {member.value: member for member in kind}


def _value(name: str, value: object) -> object:
    choices = choices_of(name)
    written = said(value) if isinstance(value, bool) else value
    if isinstance(written, str) and written.isascii() and written.isdigit() and name in NUMBERS:
        written = int(written[:9])
    if isinstance(written, str | int) and written in choices:
        return choices[written]
    numbers = NUMBERS.get(name)
    allowed = (
        f"a number from {numbers[0]} to {numbers[-1]}"
        if numbers
        else " or ".join(str(choice) for choice in choices)
    )
    raise InputError(f"options/{name}: is {shown(value)}; give {allowed}")
