"""Games drawn by choices alone: no choice breaks a rule, every game ends, and all replays."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.bank import Ledger
from companion.files.fields import Field
from companion.games.carcassonne_south_seas.course.apply import apply
from companion.games.carcassonne_south_seas.course.score import score
from companion.games.carcassonne_south_seas.judging.choices import choices
from companion.games.carcassonne_south_seas.judging.judgement import findings
from companion.games.carcassonne_south_seas.record.event_json import event_json, parse_event
from companion.games.carcassonne_south_seas.state.kept_state import KEPT
from companion.games.carcassonne_south_seas.terms.events import TurnEnded
from companion.games.carcassonne_south_seas.terms.rulings import TakeBack
from companion.games.carcassonne_south_seas.terms.ships import SHIPS
from tests.companion.games.carcassonne_south_seas.tables import played_out, start

TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "two": (2, {}),
    "five": (5, {}),
    "three, by the other readings": (
        3,
        {
            "take_back": TakeBack.ANY_TURN,
            "boat_covers_in_closed_sea": True,
            "market_may_take_last_ship": False,
        },
    ),
}


@pytest.mark.parametrize(("players", "rulings"), TABLES.values(), ids=TABLES)
def test_a_game_by_choices_alone_breaks_no_rule_and_replays(
    players: int, rulings: dict[str, Any]
) -> None:
    first = state = start(players, **rulings)
    facts = []
    for before, event, after in played_out(first, players):
        assert findings(before, event) == (), event
        facts.append(json.loads(json.dumps(event_json(event))))
        assert all(state.supply(name) >= 0 for name in state.players)
        state = after
    again = first
    for fact in facts:
        read = parse_event(Field(fact, "fact"), first.game)
        assert read is not None
        again = apply(again, read)

    assert state.over
    assert again == state
    assert state.tiles_left == 0 or len(state.ships_gone) == len(SHIPS)
    assert Counter(state.ships_gone) + Counter(state.display) <= Counter(list(SHIPS))
    assert {each.player for each in score(state).standings} == set(state.players)
    assert KEPT.read(json.loads(json.dumps(KEPT.written(state))), first, Ledger()) == state


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_score_under_way_is_that_of_a_game_that_ends_now(players: int) -> None:
    """Rules 52 to 54: what lies there counts, as it does where the pile is empty."""
    differs = 0
    for before, event, after in played_out(start(players), players):
        if isinstance(event, TurnEnded) and not after.over:
            rest = [tile for tile, left in before.left.items() for _ in range(left)]
            ended = apply(replace(before, out=(*before.out, *rest)), event)
            assert ended.over
            assert score(after) == score(ended)
            differs += after.goods != ended.goods
    assert differs > 10


def test_what_is_offered_breaks_no_rule() -> None:
    """A page offers what ``choices`` says; tiles are not asked one by one there."""
    for nth, (before, _, _) in enumerate(played_out(start(2), 5)):
        if nth % 40 in (4, 5):
            offered = choices(before)
            assert offered
            assert all(not findings(before, choice.event) for choice in offered)
