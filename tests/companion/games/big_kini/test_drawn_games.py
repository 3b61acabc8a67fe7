"""Games drawn by choices alone: no choice breaks a rule, every game ends, and all replays."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from companion.games.big_kini.course.score import score
from companion.games.big_kini.judging.going_on import apply
from companion.games.big_kini.state.kept_state import KEPT
from companion.games.big_kini.state.shown import position
from companion.games.big_kini.state.state import CUBES, State
from companion.games.big_kini.terms.goods import GOODS, TILES_OF_A_KIND
from companion.games.big_kini.terms.layouts import LayoutChoice
from companion.games.big_kini.terms.rulings import (
    Blocked,
    DiscoveryCost,
    KeepsMoney,
    Length,
    OustedGoes,
)
from tests.companion.games.big_kini.tables import BOARD, all_after, played_out, start

TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "two": (2, {}),
    "three": (3, {}),
    "four": (4, {}),
    "five": (5, {}),
    "six": (6, {"cards": True}),
    "alone": (1, {"cards": True}),
    "two, east or west, with cards": (
        2,
        {"layout": LayoutChoice.EAST_OR_WEST, "cards": True},
    ),
    "three, blocked by dice": (3, {"layout": LayoutChoice.THREE_MORE, "blocked": Blocked.TWO}),
    "three, blocked by cards": (3, {"blocked": Blocked.TWO, "cards": True}),
    "four, experienced": (
        4,
        {
            "layout": LayoutChoice.TOWER,
            "cards": True,
            "length": Length.ALWAYS_12,
            "discovery_costs": DiscoveryCost.SEVEN,
            "ousted_may_settle": OustedGoes.POSTS,
            "discovery_adds_distance": True,
        },
    ),
    "two, money behind the hand": (2, {"money": KeepsMoney.TABLE}),
}


@pytest.mark.parametrize(("count", "rulings"), TABLES.values(), ids=TABLES)
def test_a_game_by_choices_alone_breaks_no_rule_and_ends(
    count: int, rulings: dict[str, Any]
) -> None:
    """Rules 73 and 101: with the last atoll, or after round 12; alone after round 10."""
    for seed in range(3 if count in (2, 3, 4) and not rulings else 1):
        begun = start(count, **rulings)
        end, facts = played_out(begun, seed)

        assert end.over
        assert end.round == (10 if count == 1 else 12) or not end.hidden
        assert all_after(begun, facts) == end
        assert_nothing_is_lost(end)
        assert len(score(end).standings) == count


def assert_nothing_is_lost(state: State) -> None:
    """Money, cubes and goods only move. Rules 2, 5 and 6."""
    if state.bank is not None:
        assert state.bank.total == 20 * 1 + 20 * 2 + 20 * 5 + 15 * 10
        assert all(state.bank.balance(name) >= 0 for name in state.players)
    assert all(count <= CUBES for count in Counter(state.cubes.values()).values())
    out = Counter(state.goods.values())
    for hand in state.hands.values():
        out.update(hand.goods)
    assert all(0 <= out[kind] <= TILES_OF_A_KIND for kind in GOODS)
    up = [lies.split("/")[0] for lies in state.tiles.values() if not lies.startswith("back")]
    assert len(up) == len(set(up))


def test_a_state_is_kept_and_read_again_at_any_moment() -> None:
    begun = start(3, cards=True, blocked=Blocked.TWO)
    _, facts = played_out(begun, 7)
    state = begun
    for each in facts:
        state = apply(state, each)
        assert state.bank is not None
        kept = json.loads(json.dumps(KEPT.written(state)))

        assert KEPT.read(kept, begun, state.bank.transfers) == state


def test_all_that_lies_there_lies_on_places_of_the_table() -> None:
    state, _ = played_out(start(4), 1)
    lies = position(state)

    assert set(lies.spaces) == set(state.game.layout.cells)
    assert set(state.cubes) <= set(lies.slots)
    assert set(lies.places) <= set(BOARD.lying(lies).places)
