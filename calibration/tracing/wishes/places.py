"""Wishes about islands, their slots, and harbours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from calibration.tracing.draft.draft import TracedHarbour, TracedIsland
from calibration.tracing.draft.draft_json import MOST_SLOTS
from calibration.tracing.draft.fitting import fitted
from calibration.tracing.draft.moving import moved_ends
from calibration.tracing.draft.names import name_of
from calibration.tracing.draft.trace import Act, Deed
from calibration.tracing.wishes.asked import Desk, end_of, island_of, keys_of, point_of
from companion.boards.board_file import LARGEST_COUNT
from companion.errors import InputError
from companion.files.fields import Field

SLOT_RING_MM = 13.0
"""New slots stand in a ring of this radius around their island, until they are moved."""
RING = 8
LONGEST_NAME = 40
LARGEST_VALUE = 100


def add_island(field: Field, desk: Desk) -> Act:
    """A new island where somebody tapped; it has no value until somebody says one."""
    x_mm, y_mm = point_of(field, desk.draft)
    number = len(desk.draft.islands) + 1
    key, name = desk.draft.free_key("i"), f"Island {number}"
    island = TracedIsland(key, name, None, x_mm, y_mm, pinned=True)
    island = _with_details(field, island)
    return Act(Deed.ADDED, island.name, (island,))


def edit_island(field: Field, desk: Desk) -> Act:
    """Another name, value or number of slots."""
    island = _with_details(field, island_of(field.get("key"), desk.draft))
    return Act(Deed.EDITED, island.name, (island,))


def _with_details(field: Field, island: TracedIsland) -> TracedIsland:
    """The island with the name, value and number of slots that the wish names."""
    name, value, slots = (field.get(key) for key in ("name", "value", "slots"))
    if name.given:
        island = replace(island, name=name.text(LONGEST_NAME))
    if "value" in keys_of(field):
        island = replace(island, value=value.whole(0, LARGEST_VALUE) if value.given else None)
    if slots.given:
        wanted = slots.whole(0, MOST_SLOTS)
        kept = island.slots[:wanted]
        island = replace(island, slots=kept + _ring(island, kept, wanted - len(kept)))
    return island


def _ring(
    island: TracedIsland, taken: Sequence[tuple[float, float]], count: int
) -> tuple[tuple[float, float], ...]:
    """Places for more slots around an island, farthest from those there are."""
    ring = [
        (
            island.x_mm + SLOT_RING_MM * math.cos(2 * math.pi * step / RING),
            island.y_mm + SLOT_RING_MM * math.sin(2 * math.pi * step / RING),
        )
        for step in range(RING)
    ]
    found: list[tuple[float, float]] = []
    for _ in range(count):
        others = [*taken, *found]
        found.append(max(ring, key=lambda at: min((math.dist(at, o) for o in others), default=0)))
    return tuple(found)


def add_slot(field: Field, desk: Desk) -> Act:
    """One more slot for an island."""
    island = island_of(field.get("key"), desk.draft)
    if len(island.slots) >= MOST_SLOTS:
        raise InputError("slots-full", name=island.name, most=MOST_SLOTS)
    slots = (*island.slots, point_of(field, desk.draft))
    return Act(Deed.EDITED, island.name, (replace(island, slots=slots),))


def _slot(field: Field, desk: Desk) -> tuple[TracedIsland, int]:
    island = island_of(field.get("key"), desk.draft)
    index = field.get("index").whole(0, MOST_SLOTS)
    if index >= len(island.slots):
        raise InputError("no-such-slot", name=island.name)
    return island, index


def move_slot(field: Field, desk: Desk) -> Act:
    """A slot put where it lies."""
    island, index = _slot(field, desk)
    slots = list(island.slots)
    slots[index] = point_of(field, desk.draft)
    return Act(Deed.MOVED, island.name, (replace(island, slots=tuple(slots)),))


def remove_slot(field: Field, desk: Desk) -> Act:
    """One slot less."""
    island, index = _slot(field, desk)
    slots = island.slots[:index] + island.slots[index + 1 :]
    return Act(Deed.REMOVED, island.name, (replace(island, slots=slots),))


def add_harbour(field: Field, desk: Desk) -> Act:
    """A new harbour where somebody tapped."""
    x_mm, y_mm = point_of(field, desk.draft)
    company = field.get("company").id()
    harbour = TracedHarbour(desk.draft.free_key("h"), company, x_mm, y_mm, pinned=True)
    return Act(Deed.ADDED, company, (harbour,))


def edit_harbour(field: Field, desk: Desk) -> Act:
    """Another company or count, or the island it stands on."""
    harbour = end_of(field.get("key"), desk.draft)
    if not isinstance(harbour, TracedHarbour):
        raise InputError("island-not-harbour")
    if field.get("company").given:
        harbour = replace(harbour, company=field.get("company").id())
    if "pieces" in keys_of(field):
        harbour = replace(harbour, pieces=_count(field.get("pieces")))
    if "ships" in keys_of(field):
        harbour = replace(harbour, ships=_count(field.get("ships")))
    if "island" in keys_of(field):
        island = field.get("island")
        at = island_of(island, desk.draft).key if island.given else None
        harbour = replace(harbour, island=at)
    return Act(Deed.EDITED, harbour.company, (harbour,))


def move(field: Field, desk: Desk) -> Act:
    """An island or harbour is put where it lies; slots and routes come along."""
    end = end_of(field.get("key"), desk.draft)
    to = point_of(field, desk.draft)
    return Act(Deed.MOVED, name_of(end), moved_ends(desk.draft, desk.find, {end.key: to}, pin=True))


def fit(_field: Field, desk: Desk) -> Act:
    """What nobody has touched yet moves as those did that were put where they lie."""
    return Act(Deed.FITTED, "", moved_ends(desk.draft, desk.find, fitted(desk.draft), pin=False))


def _count(field: Field) -> int | None:
    return field.whole(0, LARGEST_COUNT) if field.given else None
