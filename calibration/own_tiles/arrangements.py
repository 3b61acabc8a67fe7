"""How what reaches the sides of a tile may hang together in it: ways, ground, and water between.

A side shows a way, ground, or water alone. Sides hang together in blocks that never cross: ground
with the ways that end at it, a way from side to side, or ways that end at one thing in the middle.
Water is what they leave, in as many areas as they part. Sides and their halves are counted as a
board file counts them (``companion.boards.tiles_board.Feature``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product

WAY, GROUND, WATER = "way", "ground", "water"
EDGES = (WATER, GROUND, WAY)
"""What a side may show, in the order in which a tap turns it."""


@dataclass(frozen=True, slots=True)
class Area:
    """One area of a tile: how it is drawn, and the sides that it reaches, of water their halves.

    ``ends_at`` is what a way ends at that leads to no other side: ``GROUND``, or what stands in the
    middle. What has a place of its own there is an area that is not ``drawn``, with that name.
    """

    drawn: str
    reaches: tuple[int, ...] = ()
    ends_at: str = ""


Arrangement = tuple[Area, ...]
"""All areas of a tile: ground, ways, what stands in the middle, water."""
Block = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Middles:
    """What may stand in the middle of a tile: what ways end at; ``places`` has places of its own.

    The latter may stand there with no way that leads to it.
    """

    ends: tuple[str, ...]
    places: tuple[str, ...]


def edges_of(areas: Sequence[Area], sides: int) -> tuple[str, ...]:
    """What each side of a tile shows."""
    reached = {
        side: area.drawn for area in areas if area.drawn in (WAY, GROUND) for side in area.reaches
    }
    return tuple(reached.get(side, WATER) for side in range(sides))


def arrangements(edges: Sequence[str], middles: Middles) -> tuple[Arrangement, ...]:
    """Every way in which a tile with these sides may be drawn, the one most joined first."""
    reached = [side for side, edge in enumerate(edges) if edge != WATER]
    found: dict[frozenset[Area], Arrangement] = {}
    for blocks in sorted(_apart(reached), key=len):
        waters = tuple(_waters(blocks, edges))
        for choice in product(*(_drawn(block, edges, middles) for block in blocks)):
            for parts in _with_middle(choice, len(edges), middles):
                whole = (*parts, *waters)
                found.setdefault(frozenset(whole), whole)
    return tuple(found.values())


def ground_met(areas: Arrangement, sides: int) -> Area | None:
    """The ground at which ways end; the water around tells which. None where none does."""
    ends = {area.ends_at for area in areas if area.ends_at}
    if GROUND not in ends:
        return None
    edges, waters = edges_of(areas, sides), {area for area in areas if area.drawn == WATER}
    ways = tuple(area.reaches[0] for area in areas if area.ends_at == GROUND)
    apart = [area for area in areas if area.drawn in (WAY, GROUND) and not area.ends_at]
    for ground in apart:
        joined = tuple(sorted((*ground.reaches, *ways)))
        others = [other.reaches for other in apart if other != ground]
        if ground.drawn != GROUND or any(_cross(joined, other) for other in others):
            continue
        if set(_waters((joined, *others), edges)) == waters:
            return ground
    return None


def turned(arrangement: Arrangement, steps: int, sides: int) -> frozenset[Area]:
    """The same areas on the tile turned by so many sides."""
    return frozenset(turned_area(area, steps, sides) for area in arrangement)


def turned_area(area: Area, steps: int, sides: int) -> Area:
    """An area on the tile turned by so many sides."""
    each = 2 if area.drawn == WATER else 1
    reaches = tuple(sorted((end + each * steps) % (each * sides) for end in area.reaches))
    return Area(area.drawn, reaches, area.ends_at)


def _apart(sides: Sequence[int]) -> Iterator[tuple[Block, ...]]:
    """Every split of these sides into blocks of which no two cross."""
    if not sides:
        yield ()
        return
    first, rest = sides[0], sides[1:]
    for size in reversed(range(len(rest) + 1)):
        for others in combinations(rest, size):
            block = (first, *others)
            for more in _apart([side for side in rest if side not in others]):
                if not any(_cross(block, other) for other in more):
                    yield (block, *more)


def _cross(one: Block, other: Block) -> bool:
    """Whether some of a block lie on both sides of a line through the other."""
    return any(
        any(a < side < b for side in other) != all(a < side < b for side in other)
        for a, b in pairwise(one)
    )


def _drawn(block: Block, edges: Sequence[str], middles: Middles) -> Iterator[Arrangement]:
    """How a block may be drawn."""
    ground = tuple(side for side in block if edges[side] == GROUND)
    ways = tuple(side for side in block if edges[side] == WAY)
    if ground:
        yield (Area(GROUND, ground), *(Area(WAY, (side,), GROUND) for side in ways))
        return
    if len(ways) == 2:
        yield (Area(WAY, ways),)
    for end in middles.ends:
        yield tuple(Area(WAY, (side,), end) for side in ways)


def _with_middle(
    blocks: Sequence[Arrangement], sides: int, middles: Middles
) -> Iterator[Arrangement]:
    """The areas of these blocks with what stands in the middle, where at most one thing does."""
    areas = sorted((area for block in blocks for area in block), key=_order)
    ends = [block[-1].ends_at for block in blocks if block[-1].ends_at]
    beside = [area for block in blocks if not block[-1].ends_at for area in block]
    if not ends:
        yield tuple(areas)
    elif len(ends) == 1 and all(_leaves_middle(area, sides) for area in beside):
        yield (*areas, *(Area(end) for end in ends if end in middles.places))
    if all(area.drawn == GROUND and len(area.reaches) == 1 for area in areas):
        yield from ((*areas, Area(place)) for place in middles.places)


def _order(area: Area) -> tuple[bool, tuple[int, ...]]:
    return area.drawn == WAY, area.reaches


def _leaves_middle(area: Area, sides: int) -> bool:
    """Whether something else may stand in the middle of the tile."""
    first, last = area.reaches[0], area.reaches[-1]
    return len(area.reaches) == 1 or (len(area.reaches) == 2 and last - first in (1, sides - 1))


def _waters(blocks: Sequence[Block], edges: Sequence[str]) -> Iterator[Area]:
    """Water in as many areas as the blocks part: two halves are one where no block parts them."""
    gaps: dict[tuple[int, ...], list[int]] = {}
    for half in range(2 * len(edges)):
        if edges[half // 2] != GROUND:
            gap = tuple(sum(half > 2 * side for side in each) % len(each) for each in blocks)
            gaps.setdefault(gap, []).append(half)
    return (Area(WATER, tuple(halves)) for halves in gaps.values())
