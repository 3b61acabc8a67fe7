"""A game of South Seas by lot before the engine and the second referee.

They forbid the same by the same rules, and all that lies on the table is the same.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import companion.games.carcassonne_south_seas as south_seas
from companion.files.fields import Field
from companion.games.carcassonne_south_seas.course.apply import apply
from companion.games.carcassonne_south_seas.course.score import score
from companion.games.carcassonne_south_seas.drawn.self_play import drawn
from companion.games.carcassonne_south_seas.judging.judgement import findings
from companion.games.carcassonne_south_seas.record.event_json import event_json, parse_event
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms.events import Event
from companion.games.carcassonne_south_seas.terms.rulings import TakeBack
from companion.games.carcassonne_south_seas.terms.ships import SHIPS
from tests.companion.games.carcassonne_south_seas.second_referee.ground import Stretch
from tests.companion.games.carcassonne_south_seas.second_referee.referee import Referee
from tests.companion.games.carcassonne_south_seas.second_referee.sails import sails_of
from tests.companion.games.carcassonne_south_seas.second_referee.sayable import something
from tests.companion.games.carcassonne_south_seas.tables import NAMES, start

PRINTED = json.loads((Path(south_seas.__path__[0]) / "board.json").read_text(encoding="utf-8"))
SAILS = sails_of([*SHIPS.values()])
OTHERWISE = 0.3
"""How often something else is done than what self-play draws, where it is allowed."""


def a_table(count: int, random: Random) -> tuple[State, Referee]:
    """The start of a game of so many, what the rules leave open drawn by lot."""
    ruled: dict[str, Any] = {
        "take_back": random.choice([*TakeBack]),
        "boat_covers_in_closed_sea": random.random() < 0.5,
        "market_may_take_last_ship": random.random() < 0.5,
    }
    told = {**ruled, "take_back": ruled["take_back"].value}
    return start(count, **ruled), Referee(PRINTED["tiles"], SAILS, NAMES[:count], told)


def agree_on_a_game(count: int, random: Random, asked: int) -> Counter[str]:
    """Play a game by lot; at each moment both judge what is done and ``asked`` other facts.

    Another one that both allow may be done in its place: what is skipped, and said too late.
    """
    state, second = a_table(count, random)
    done: Counter[str] = Counter()
    while (event := drawn(state, random)) is not None:
        fact: dict[str, Any] = event_json(event)
        assert not forbidden(state, second, fact), fact
        others = [something(second, random) for _ in range(asked)]
        allowed = [other for other in others if not forbidden(state, second, other)]
        done["judged"] += 1 + asked
        done["forbidden"] += asked - len(allowed)
        if allowed and random.random() < OTHERWISE:
            fact = random.choice(allowed)
        second.do(fact)
        state = apply(state, read(state, fact))
        same(state, second, fact)
        done[str(fact["do"])] += 1
    assert state.over
    assert {each.player: each.total for each in score(state).standings} == second.points()
    done["over"] += 1
    return done


def read(state: State, fact: dict[str, Any]) -> Event:
    """A fact as the engine reads it."""
    event = parse_event(Field(fact), state.game)
    assert event is not None, fact
    return event


def forbidden(state: State, second: Referee, fact: dict[str, Any]) -> bool:
    """What one forbids the other forbids, by the same rule first; whether it is forbidden."""
    found = findings(state, read(state, fact))
    against = second.forbids(fact)
    ours = {"22" if each.rule == "A2" else each.rule for each in found}
    theirs = [rule for rule, _ in against]
    codes = [(each.code, each.rule) for each in found]
    agree = ours <= {*theirs} and ({*theirs[:1]} <= ours if theirs else not ours)
    assert agree, f"{fact}: {against}; the engine says {codes}"
    return bool(against)


def same(state: State, second: Referee, fact: dict[str, Any]) -> None:
    """All that lies on the table, who acts, and every area."""
    ours, theirs = of_engine(state), of_second(second)
    unlike = {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}
    assert not unlike, f"after {fact}: {unlike}"
    if fact["do"] == "tile":
        areas = {place: area for place, area in state.areas.items() if place in area.places}
        assert {*areas} == {place for place in areas if second.stretch(place)}
        for place, area in areas.items():
            there = second.stretch(place)
            assert there is not None
            mine = (area.kind, {*area.places}, area.is_complete, area.goods, dict(area.fish))
            assert (mine, {*area.boats}) == (_told(there), there.boats), place


def _told(there: Stretch) -> tuple[Any, ...]:
    return (there.kind, {*there.places}, there.closed, there.printed, there.fish)


def of_engine(state: State) -> dict[str, Any]:
    """A game of the engine's in plain words."""
    turn = state.turn
    return {
        "stage": (state.turns, state.over),
        "laid": dict(state.tiles),
        "figures": dict(state.islanders),
        "covered": {*state.covered},
        "goods": {name: state.held(name) for name in state.players},
        "ships": {name: sorted(state.ships.get(name, ())) for name in state.players},
        "display": sorted(state.display),
        "out": sorted(state.out),
        "turn": None
        if state.over
        else (turn.drawn, turn.cell, turn.without, turn.moved, turn.evaluated, turn.delivered),
        "choose": None if state.over else sorted(sorted(each) for each in turn.covers),
        "merchants": None if state.over else list(turn.merchants),
    }


def of_second(second: Referee) -> dict[str, Any]:
    """The same of the second referee's."""
    one = second
    return {
        "stage": (one.turns, one.over),
        "laid": {cell: f"{tile}/{turn}" for cell, (tile, turn) in one.laid.items()},
        "figures": one.figures,
        "covered": {*one.covered},
        "goods": one.goods,
        "ships": {name: sorted(its) for name, its in one.owned.items()},
        "display": sorted(one.display),
        "out": sorted(one.out),
        "turn": None
        if one.over
        else (one.drawn, one.cell, one.no_tile, one.moved, one.paid, one.delivered),
        "choose": None if one.over else sorted(sorted(each) for each in one.choose),
        "merchants": None if one.over else one.merchants,
    }
