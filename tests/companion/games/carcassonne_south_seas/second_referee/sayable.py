"""What may be said at a moment, right or wrong: facts by lot, most of them nearly right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from tests.companion.games.carcassonne_south_seas.second_referee.ground import beside, where
from tests.companion.games.carcassonne_south_seas.second_referee.referee import Referee
from tests.companion.games.carcassonne_south_seas.second_referee.sails import KINDS

Said = dict[str, Any]
NEAR = range(1, 30)
"""Columns and rows that lie on the table with all that is around them."""


def something(second: Referee, random: Random) -> Said:
    """Any fact, by lot; while a merchant waits, oftener about his ship."""
    merchants = second.merchants and random.random() < 0.4
    do = "take_ship" if merchants else random.choice([*WORDS])
    usual = second.merchants[0] if do == "take_ship" and second.merchants else second.now
    player = usual if random.random() < 0.7 else random.choice(second.names)
    if do in ("draw", "tile", "unfit") and second.has_tile and random.random() < 0.5:
        player = second.next
    return {"do": do, "player": player, **WORDS[do](second, player, random)}


def _tile(second: Referee, _: str, random: Random) -> Said:
    usual = second.drawn and random.random() < 0.8
    return {"tile": second.drawn if usual else random.choice([*second.ground.tiles])}


def _laid(second: Referee, player: str, random: Random) -> Said:
    tile: str = _tile(second, player, random)["tile"]
    laid = random.choice([*second.laid])
    cells = [laid, *beside(laid).values(), f"cell/{random.choice(NEAR)},{random.choice(NEAR)}"]
    cell = random.choice([each for each in cells if _is_on_table(each)])
    return {"cell": cell, "tile": f"{tile}/{random.randrange(second.ground.tiles[tile]['turns'])}"}


def _is_on_table(cell: str) -> bool:
    column, row = where(cell)
    return column in NEAR and row in NEAR


def _place(second: Referee, _: str, random: Random) -> Said:
    """A place of the new tile, or of any."""
    cell = second.cell if second.cell and random.random() < 0.8 else random.choice([*second.laid])
    spots = second.ground.tiles[second.laid[cell][0]]["spots"]
    return {"place": f"{cell}/{random.choice(spots)['id']}"}


def _figure(second: Referee, player: str, random: Random) -> Said:
    if not second.figures:
        return _place(second, player, random)
    mine = [place for place, who in second.figures.items() if who == player]
    return {"place": random.choice(mine or [*second.figures])}


def _covered(second: Referee, player: str, random: Random) -> Said:
    if second.choose and random.random() < 0.6:
        return {"place": random.choice(sorted(second.choose[0]))}
    if second.covered and random.random() < 0.6:
        return {"place": random.choice(second.covered)}
    return _place(second, player, random)


def _ship(second: Referee, _: str, random: Random) -> Said:
    usual = second.display if second.display and random.random() < 0.8 else [*second.sails]
    return {"ship": random.choice(usual)}


def _hidden_ship(second: Referee, _: str, random: Random) -> Said:
    usual = sorted(second.hidden()) if random.random() < 0.7 else []
    return {"ship": random.choice(usual or [*second.sails])}


def _delivery(second: Referee, player: str, random: Random) -> Said:
    said = _ship(second, player, random)
    sail = second.sails[said["ship"]]
    signs = [*sail["fixed"], *random.choices(KINDS, k=sail["free"])]
    for number in sail["alike"]:
        signs += [random.choice(KINDS)] * number
    if random.random() < 0.2:
        signs.append(random.choice(KINDS))
    return {**said, **{kind: signs.count(kind) for kind in KINDS}}


def _nothing(_: Referee, __: str, ___: Random) -> Said:
    return {}


WORDS: Mapping[str, Callable[[Referee, str, Random], Said]] = MappingProxyType(
    {
        "draw": _tile,
        "tile": _laid,
        "unfit": _tile,
        "islander": _place,
        "take_back": _figure,
        "evaluate": _nothing,
        "cover": _covered,
        "take_ship": _ship,
        "turn_up": _hidden_ship,
        "deliver": _delivery,
        "done": _nothing,
    }
)
"""What each fact says besides who does it."""
