"""A game by lot before the engine and the second referee: they forbid the same, all is the same."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from companion.files.fields import Field
from companion.games.long_cours.course.score import score
from companion.games.long_cours.course.setup import new_game, set_up
from companion.games.long_cours.drawn.self_play import drawn
from companion.games.long_cours.judging.going_on import apply
from companion.games.long_cours.judging.judgement import findings
from companion.games.long_cours.record.event_json import event_json, parse_event
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.rulings import OPTIONS
from companion.play.game import Seat
from companion.play.options import written
from tests.companion.games.long_cours.second_referee.referee import Referee
from tests.companion.games.long_cours.second_referee.sayable import WORDS, something
from tests.companion.games.long_cours.tables import BOARD, NAMES, SHIPS

TAKEN_AS_SAID = {"turn-not-ended"}
"""What is told of a fact and is nothing against it."""


def a_table(count: int, random: Random) -> tuple[State, Referee]:
    """The start of a game of so many, by rulings by lot, and the second referee of it."""
    seats = [Seat(*each) for each in zip(NAMES[:count], SHIPS, strict=False)]
    names = [each for group in OPTIONS.groups.values() for each in group]
    asked: dict[str, Any] = {}
    for name in names:
        choices = list(OPTIONS.choices(name))
        if random.random() < 0.3 and not (name == "deck" and count == 2):
            asked[name] = str(random.choice(choices))
    ruled = OPTIONS.read(asked)
    told = {name: written(getattr(ruled, name)) for name in names}
    flags = {"yes": True, "no": False}
    second = Referee(
        BOARD, list(NAMES[:count]), **{name: flags.get(str(v), v) for name, v in told.items()}
    )
    return set_up(new_game(BOARD, seats, ruled)), second


def agree_on_a_game(count: int, random: Random, asked: int) -> Counter[str]:
    """Play a game by lot; at each moment both judge what is done and ``asked`` other facts."""
    state, second = a_table(count, random)
    done: Counter[str] = Counter()
    while (event := drawn(state, random)) is not None:
        fact = event_json(event)
        others = (something(second, do, random) for do in WORDS for _ in range(asked))
        for other in (fact, *others):
            done["forbidden"] += same_judgement(state, second, other)
            done["judged"] += 1
        second.do(fact)
        state = apply(state, event)
        same(state, second)
        done[str(fact["do"])] += 1
    if state.over:
        assert sorted(score(state).winners) == sorted(second.winners())
        done["over"] += 1
    return done


def same_judgement(state: State, second: Referee, fact: dict[str, Any]) -> bool:
    """What one forbids the other forbids; whether it is forbidden."""
    event = parse_event(Field(fact), state.game)
    assert event is not None, fact
    codes = [each.code for each in findings(state, event) if each.code not in TAKEN_AS_SAID]
    against = second.forbids(fact)
    assert (against is None) is (codes == []), f"{fact}: {against}; the engine says {codes}"
    return against is not None


def same(state: State, second: Referee) -> None:
    """All that lies on the table, and who acts."""
    ours: dict[str, Any] = {
        "cash": {name: state.cash(name) for name in state.players},
        "at": {each.name: each.at for each in state.captains},
        "cards": {each.name: each.cards for each in state.captains},
        "cargo": {name: Counter(state.goods.cargo(name)) for name in state.players},
        "piled": {stop: Counter(state.goods.cargo(stop)) for stop in second.piled},
        "sunk": {each.name: each.sunk_by for each in state.captains if not each.plays},
        "corsair": (state.corsair.owner, state.corsair.at),
        "fight": state.fight and (state.fight.answers, state.fight.struck, state.fight.card),
        "bidders": list(state.auction.bidders) if state.auction else [],
        "storms": state.game.cards.storms - state.played.storms,
        "directs": state.game.cards.directs - state.played.directs,
        "coups": [card for card in state.game.cards.fights if card not in state.played.fights],
        "turn": (state.phase.value, state.at_turn.name, state.round),
        "over": state.over,
    }
    stage = {"placing": "placing", "buying": "first_buys", "sailing": "sailing"}[second.stage]
    theirs = {
        "cash": second.cash,
        "at": second.at,
        "cards": second.hand,
        "cargo": {name: +held for name, held in second.holds.items()},
        "piled": {stop: +lies for stop, lies in second.piled.items()},
        "sunk": second.sunk,
        "corsair": (second.owner, second.black),
        "fight": second.blow,
        "bidders": second.bidders,
        "storms": second.storms,
        "directs": second.directs,
        "coups": second.coups,
        "turn": (stage, second.who, second.round),
        "over": second.over(),
    }
    assert ours == theirs, {
        key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]
    }
