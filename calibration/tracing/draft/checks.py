"""What is still wrong with a draft of islands and routes, or odd about it, told by a code.

These are the faults that ``companion board check`` would find, said of what a person has traced,
and some oddities of which a rulebook knows nothing. What has no code of its own is said in the
words of the board file's own check.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from statistics import median

from calibration.tracing.draft.board_form import to_board
from calibration.tracing.draft.draft import Draft, End, TracedIsland
from calibration.tracing.draft.names import name_of, route_name
from companion.boards.board_faults import NEAREST_MM
from companion.boards.board_file import faults
from companion.boards.routes_board import COMPANIES_ARE_STICKS
from companion.errors import Fault


class Code(Enum):
    """What may be said of a draft; the first ones keep it from being a board."""

    NO_ISLAND = "no-island"
    OFF_BOARD = "off-board"
    SLOTS_TOUCH = "slots-touch"
    SPACES_TOUCH = "spaces-touch"
    COMPANY_TWICE = "company-twice"
    COMPANY_UNKNOWN = "company-unknown"
    CARD_UNKNOWN = "card-unknown"
    CARD_FULL = "card-full"
    NO_STOP = "no-stop"
    NO_ZONE = "no-zone"
    NO_PRODUCT = "no-product"
    STOPS_TOUCH = "stops-touch"
    ZONE_STRANDS = "zone-strands"
    ZONE_NO_PORT = "zone-no-port"
    PRODUCT_NO_PORT = "product-no-port"
    NO_LINE = "no-line"
    OTHER = "other"
    ALONE = "alone"
    NO_SLOT = "no-slot"
    SLOT_FAR = "slot-far"
    SAME_NAME = "same-name"
    NO_CARD = "no-card"
    SECOND_LANE = "second-lane"
    NO_ROUTE = "no-route"
    STOP_TWICE = "stop-twice"
    STOP_ALONE = "stop-alone"
    CUT_OFF = "cut-off"
    NO_STICKS = "no-sticks"
    NO_VALUE = "no-value"
    UNPLAYABLE = "unplayable"

    @property
    def stops(self) -> bool:
        """Whether a board file with this fault would be refused."""
        return self not in ODD


ODD = frozenset(
    {
        Code.ALONE,
        Code.NO_SLOT,
        Code.SLOT_FAR,
        Code.SAME_NAME,
        Code.NO_CARD,
        Code.SECOND_LANE,
        Code.NO_ROUTE,
        Code.STOP_TWICE,
        Code.STOP_ALONE,
        Code.CUT_OFF,
        Code.NO_STICKS,
        Code.NO_VALUE,
        Code.UNPLAYABLE,
    }
)
"""What no rule forbids, and yet is hardly ever meant."""
UNPLAYED = frozenset({Code.NO_VALUE, Code.UNPLAYABLE})
"""What keeps the board's own game from being played on it."""
USUAL_SLOT_MM, FEW_SLOTS = 13.0, 4
"""How far slots usually lie from their island's middle, until some of this board tell."""
FAR = 2.0
"""A slot so many times as far off as is usual is hardly its island's."""


@dataclass(frozen=True)
class Remark:
    """One thing to look at: what, the keys it lies at, names and numbers for the sentence.

    ``more_mm``: where it lies besides ``at_mm``.
    """

    code: Code
    keys: tuple[str, ...] = ()
    at_mm: tuple[float, float] | None = None
    words: Mapping[str, str | int | Fault] = field(default_factory=dict)
    more_mm: tuple[tuple[float, float], ...] = ()


def remarks(draft: Draft) -> list[Remark]:
    """All there is to say of islands and routes, what stops them first."""
    said = [*_told(draft)]
    keys = {key for remark in said if remark.code.stops for key in remark.keys}
    said += _left(draft, keys, any(r.code is Code.NO_ISLAND for r in said))
    return sorted(said, key=lambda remark: not remark.code.stops)


def _told(draft: Draft) -> Iterator[Remark]:
    if not draft.islands:
        yield Remark(Code.NO_ISLAND)
    yield from off_board(draft)
    yield from _touching(draft)
    yield from _companies(draft)
    yield from _cards(draft)
    yield from _odd(draft)


def off_board(draft: Draft) -> Iterator[Remark]:
    """What lies beyond the board's edge."""
    width, height = draft.sheet.width_mm, draft.sheet.height_mm
    for keys, name, x, y in _places(draft):
        if not (0 <= x <= width and 0 <= y <= height):
            yield Remark(Code.OFF_BOARD, keys, (x, y), {"name": name})


def _places(draft: Draft) -> Iterator[tuple[tuple[str, ...], str, float, float]]:
    for end in draft.ends:
        yield (end.key,), name_of(end), end.x_mm, end.y_mm
        for x, y in end.slots if isinstance(end, TracedIsland) else ():
            yield (end.key,), name_of(end), x, y
    for route in draft.routes.values():
        for space in (space for lane in route.lanes for space in lane):
            yield (route.key,), route_name(draft, route), space.x_mm, space.y_mm


def _touching(draft: Draft) -> Iterator[Remark]:
    slots = [(i.key, i.name, x, y) for i in draft.islands.values() for x, y in i.slots]
    spaces = [
        (route.key, route_name(draft, route), space.x_mm, space.y_mm)
        for route in draft.routes.values()
        for lane in route.lanes
        for space in lane
    ]
    for code, places, apart_mm in (
        (Code.SLOTS_TOUCH, slots, _half(draft, "marker", "diameter_mm")),
        (Code.SPACES_TOUCH, spaces, _half(draft, "stick", "width_mm")),
    ):
        names = {key: name for key, name, *_ in places}
        for keys, at_mm in _by_pair(places, apart_mm).items():
            one, other = (names[key] for key in keys)
            words: dict[str, str | int] = {"name": one, "other": other, "count": len(at_mm)}
            yield Remark(code, keys, at_mm[0], words, tuple(at_mm[1:]))


_Named = tuple[str, str, float, float]


def _by_pair(
    places: Sequence[_Named], apart_mm: float
) -> dict[tuple[str, str], list[tuple[float, float]]]:
    """Where two things lie on one another, by their keys; a pair is named in the places' order."""
    order = {key: index for index, (key, *_) in enumerate(places)}
    pairs: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for pair in near(places, apart_mm):
        one, other = sorted(pair, key=lambda place: order[place[0]])
        at_mm = pairs.setdefault((one[0], other[0]), [])
        if one[2:] not in at_mm:
            at_mm.append(one[2:])
    return pairs


def near(places: Sequence[_Named], apart_mm: float) -> Iterator[tuple[_Named, _Named]]:
    """The pairs (key, name, x, y) that lie nearer than that.

    They are sorted from west to east, so that few are compared.
    """
    eastward = sorted(places, key=lambda place: place[2])
    for index, one in enumerate(eastward):
        for other in eastward[index + 1 :]:
            if other[2] - one[2] >= apart_mm:
                break
            if math.dist(one[2:], other[2:]) < apart_mm:
                yield one, other


def _half(draft: Draft, piece: str, side: str) -> float:
    of = draft.sheet.pieces.get(piece)
    length = of.get(side) if isinstance(of, Mapping) else None
    return length / 2 if isinstance(length, int | float) and length > 0 else NEAREST_MM


def kinds_of(draft: Draft, piece: str) -> list[str]:
    """The names of a piece's kinds."""
    of = draft.sheet.pieces.get(piece)
    kinds = of.get("kinds") if isinstance(of, Mapping) else None
    return [str(kind) for kind in kinds] if isinstance(kinds, list | Mapping) else []


def _companies(draft: Draft) -> Iterator[Remark]:
    yield from named_twice(Code.COMPANY_TWICE, draft.harbours.values())
    sticks = kinds_of(draft, "stick")
    strict = draft.sheet.game in COMPANIES_ARE_STICKS and "stick" in draft.sheet.pieces
    for harbour in draft.harbours.values():
        at = (harbour.x_mm, harbour.y_mm)
        if strict and harbour.company not in sticks:
            yield Remark(Code.COMPANY_UNKNOWN, (harbour.key,), at, {"name": harbour.company})
        if strict and not harbour.pieces:
            yield Remark(Code.NO_STICKS, (harbour.key,), at, {"name": harbour.company})


def _cards(draft: Draft) -> Iterator[Remark]:
    nations = kinds_of(draft, "marker")
    laid = Counter(port for card in draft.cards.values() for port in card.ports)
    for card in draft.cards.values():
        if nations and card.nation not in nations:
            yield Remark(Code.CARD_UNKNOWN, words={"name": card.nation})
    for key, markers in laid.items():
        island = draft.islands.get(key)
        if island is not None and markers > len(island.slots):
            words: dict[str, str | int] = {
                "name": island.name,
                "markers": markers,
                "slots": len(island.slots),
            }
            yield Remark(Code.CARD_FULL, (key,), (island.x_mm, island.y_mm), words)


def _odd(draft: Draft) -> Iterator[Remark]:
    yield from named_twice(Code.SAME_NAME, draft.islands.values())
    for island in draft.islands.values():
        at, words = (island.x_mm, island.y_mm), {"name": island.name}
        if not draft.routes_at(island.key):
            yield Remark(Code.ALONE, (island.key,), at, words)
        if not island.slots and "marker" in draft.sheet.pieces:
            yield Remark(Code.NO_SLOT, (island.key,), at, words)
    yield from _far_slots(draft)
    if draft.cards:
        for nation in kinds_of(draft, "marker"):
            if nation not in draft.cards:
                yield Remark(Code.NO_CARD, words={"name": nation})


def named_twice(code: Code, ends: Iterable[End]) -> Iterator[Remark]:
    """One remark for each name that several have; it lies at the one that was put last."""
    called: dict[str, list[End]] = {}
    for end in ends:
        called.setdefault(name_of(end), []).insert(0, end)
    for name, alike in called.items():
        if len(alike) > 1:
            at = (alike[0].x_mm, alike[0].y_mm)
            yield Remark(code, tuple(end.key for end in alike), at, {"name": name})


def without_value(draft: Draft) -> Iterator[Remark]:
    """Islands with slots that say nothing of what they are worth, for a game that has to know."""
    for island in draft.islands.values():
        if island.slots and island.value is None:
            at = (island.x_mm, island.y_mm)
            yield Remark(Code.NO_VALUE, (island.key,), at, {"name": island.name})


def farthest_slot_mm(away_mm: Sequence[float]) -> float:
    """How far a slot may lie from its island's middle, by how far slots lie from theirs, mm."""
    return FAR * (median(away_mm) if len(away_mm) >= FEW_SLOTS else USUAL_SLOT_MM)


def _far_slots(draft: Draft) -> Iterator[Remark]:
    """Slots that lie much farther from their islands than slots of this board do."""
    slots = [
        (island, slot, math.dist(slot, (island.x_mm, island.y_mm)))
        for island in draft.islands.values()
        for slot in island.slots
    ]
    farthest_mm = farthest_slot_mm([away_mm for *_, away_mm in slots])
    for island, slot, away_mm in slots:
        if away_mm > farthest_mm:
            yield Remark(
                Code.SLOT_FAR, (island.key,), slot, {"name": island.name, "away": round(away_mm)}
            )


def _left(draft: Draft, told: Iterable[str], nothing_yet: bool) -> Iterator[Remark]:
    """What the board file's own check finds besides, in its own words."""
    things: dict[str | int, list[str]] = {
        "islands": list(draft.islands),
        "harbours": list(draft.harbours),
        "routes": list(draft.routes),
    }
    told = set(told)
    for fault in faults(to_board(draft)):
        match fault.path:
            case ("departure_cards", int(), *_):
                continue
            case ("islands",) if nothing_yet:
                continue
            case (str(kind), int(index), *_) if kind in things:
                key = things[kind][index]
                if key not in told:
                    yield Remark(Code.OTHER, (key,), words={"why": fault})
            case _:
                yield Remark(Code.OTHER, words={"why": fault})
