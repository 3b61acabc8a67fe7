"""A game of Big Kini by lot before the engine and the second referee.

They forbid the same by the same sections, and all that lies on the table is the same.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import companion.games.big_kini as big_kini
from companion.boards.board_file import parse_board
from companion.files.fields import Field
from companion.games.big_kini.course.apply import apply
from companion.games.big_kini.course.score import score
from companion.games.big_kini.course.setup import new_game, set_up
from companion.games.big_kini.drawn.self_play import drawn
from companion.games.big_kini.judging.judgement import findings
from companion.games.big_kini.record.event_json import event_json, parse_event
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.events import Event
from companion.games.big_kini.terms.own_cards import FORM
from companion.games.big_kini.terms.rulings import OPTIONS
from companion.play.game import Seat
from companion.play.options import written
from tests.companion.games.big_kini.second_referee.parts import ACTION_OF
from tests.companion.games.big_kini.second_referee.referee import Referee
from tests.companion.games.big_kini.second_referee.sayable import something
from tests.companion.games.big_kini.tables import BOARD, COLOURS, NAMES

OTHERWISE = 0.3
"""How often something else is done than what self-play draws, where it is allowed."""
PRINTED = json.loads((Path(big_kini.__path__[0]) / "board.json").read_text(encoding="utf-8"))
LAYOUTS = {
    2: ("2_east_or_west", "2_two_more"),
    3: ("3_symmetry_1", "3_symmetry_2", "3_three_more"),
    4: ("4_tower",),
}


def own_box(random: Random) -> dict[str, Any]:
    """The board file of somebody whose cards, and what stays in his box, are drawn by lot."""
    file = {**PRINTED, "cards": own_cards(random)}
    file["layouts"] = [dict(each) for each in PRINTED["layouts"]]
    for layout in file["layouts"]:
        if layout["id"] in ("2_base", "3_base"):
            out = random.sample(range(1, 19), 18 - len(layout["cells"]))
            starts = {*range(1, 7)} - {*out}
            if len(starts) >= layout["players"][0]:
                layout["in_box"] = [f"a{number}" for number in out]
    return file


def own_cards(random: Random) -> list[dict[str, Any]]:
    """From few cards to many, each with one of the sentences that an owner may choose."""
    doings = [each for group in FORM.doings.values() for each in group]
    cards = []
    for nth in range(1, random.choice((4, 12, 28, 40))):
        doing = random.choice(doings)
        more = random.randrange(4) if doing.counted else 0
        second = ["second"] if random.random() < 0.5 else []
        signs = [*doing.signs, *doing.signs[-1:] * more, *second]
        cards.append({"id": f"c{nth}", "number": random.randint(1, 9), "signs": signs})
    return cards


def a_table(
    count: int, experienced: bool, random: Random, file: dict[str, Any] = PRINTED
) -> tuple[State, Referee]:
    """The start of a game of so many, and the second referee of it, both with that board file.

    For experienced players their options are drawn by lot; what the rules leave open always is.
    """
    asked: dict[str, Any] = {}
    if experienced:
        asked = {"cards": random.choice(("yes", "no"))}
        if random.random() < 0.5 and count in LAYOUTS:
            asked["layout"] = random.choice(LAYOUTS[count])
        if count == 3:
            asked["blocked"] = random.choice(("none", "two"))
        asked["discovery_costs"] = random.choice(("5", "7"))
        asked["length"] = random.choice(("discovery", "always_12"))
    if count in (1, 6):
        asked["cards"] = "yes"
    asked["ousted_may_settle"] = random.choice(("posts_and_colony", "posts"))
    asked["discovery_adds_distance"] = random.choice(("yes", "no"))
    asked["money"] = random.choice(("companion", "companion", "companion", "table"))
    ruled = OPTIONS.read(asked)
    names = [each for group in OPTIONS.groups.values() for each in group]
    told = {name: written(getattr(ruled, name)) for name in names}
    flags = {"yes": True, "no": False}
    second = Referee(
        file, list(NAMES[:count]), {name: flags.get(str(v), v) for name, v in told.items()}
    )
    seats = [Seat(*each) for each in zip(NAMES[:count], COLOURS, strict=False)]
    board = BOARD if file is PRINTED else parse_board(file)
    return set_up(new_game(board, seats, ruled)), second


def agree_on_a_game(
    count: int, experienced: bool, random: Random, asked: int, file: dict[str, Any] = PRINTED
) -> Counter[str]:
    """Play a game by lot; at each moment both judge what is done and ``asked`` other facts.

    Another one that both allow may be done in its place: a deal, a deed without its token. In most
    games there is a wish, a deed that is done where it can be: so cubes, goods and cards run out.
    """
    state, second = a_table(count, experienced, random, file)
    wish = random.choice(("", *ACTION_OF))
    done: Counter[str] = Counter()
    while (event := drawn(state, random)) is not None:
        fact = event_json(event)
        assert not forbidden(state, second, fact), fact
        others = [something(second, wish, random) for _ in range(asked)]
        allowed = [other for other in others if not forbidden(state, second, other)]
        done["judged"] += 1 + asked
        done["forbidden"] += asked - len(allowed)
        if wished := [other for other in allowed if other["do"] in (wish, "again", "play")]:
            fact = random.choice(wished)
        elif allowed and random.random() < OTHERWISE:
            fact = random.choice(allowed)
        second.do(fact)
        state = apply(state, read(state, fact))
        same(state, second, fact)
        done[str(fact["do"])] += 1
    same_end(state, second)
    done["over"] += 1
    return done


def read(state: State, fact: dict[str, Any]) -> Event:
    """A fact as the engine reads it."""
    event = parse_event(Field(fact), state.game)
    assert event is not None, fact
    return event


def forbidden(state: State, second: Referee, fact: dict[str, Any]) -> bool:
    """What one forbids the other forbids, by the same sections; whether it is forbidden."""
    found = findings(state, read(state, fact))
    against = second.forbids(fact)
    ours, theirs = {each.rule for each in found}, {section for section, _ in against}
    codes = [(each.code, each.rule) for each in found]
    agree = ours <= theirs and bool(ours) is bool(theirs)
    assert agree, f"{fact}: {against}; the engine says {codes}"
    return bool(against)


def same(state: State, second: Referee, fact: dict[str, Any]) -> None:
    """All that lies on the table, and who acts."""
    ours, theirs = of_engine(state), of_second(second)
    unlike = {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}
    assert not unlike, f"after {fact}: {unlike}"


def same_end(state: State, second: Referee) -> None:
    """The points of each, and who stands where, ties broken alike. 7.0."""
    ours = {each.player: (each.rank, each.total) for each in score(state).standings}
    theirs = second.standings()
    assert state.over
    assert ours == theirs, f"at the end: {ours}, {theirs}"


def of_engine(state: State) -> dict[str, Any]:
    """A game of the engine's in plain words."""
    election = state.election
    faced = {at: lies.partition("/")[0] for at, lies in state.tiles.items()}
    return {
        "stage": (state.phase.value, state.round, state.first_player),
        "at_turn": state.at_turn,
        "cash": {name: state.money(name) for name in state.players} if state.bank else {},
        "tiles": {at: tile for at, tile in faced.items() if tile != "back"},
        "hidden": set(state.hidden),
        "cubes": dict(state.cubes),
        "goods": dict(state.goods),
        "hands": {name: Counter(state.hand(name).goods) for name in state.players},
        "cards": {name: sorted(state.hand(name).cards) for name in state.players},
        "found": {name: state.hand(name).discovered for name in state.players},
        "tokens": dict(state.tokens),
        "used": set(state.used),
        "elected": set(state.held),
        "up": sorted(state.turned_up),
        "gone": sorted(state.played),
        "asked": list(state.turn.asked),
        "laid": sorted(state.turn.laid),
        "doings": [
            (each.player, each.action.value, each.left, each.card, each.again, each.cell)
            for each in state.turn.doings
        ],
        "flies": state.turn.landing and (state.turn.landing.player, state.turn.landing.cell),
        "election": election
        and (
            *(election.cell, election.caller, election.stage.value),
            {name: Counter(shown) for name, shown in election.shown.items() if shown},
            *(election.winner, election.ousted),
        ),
        "counted": dict(state.counted),
    }


def of_second(second: Referee) -> dict[str, Any]:
    """The same of the second referee's."""
    vote = second.vote
    return {
        "stage": (second.stage, second.round, second.names[second.first]),
        "at_turn": second.who(),
        "cash": {} if second.ruled["money"] == "table" else second.cash,
        "tiles": second.lies,
        "hidden": second.hidden,
        "cubes": second.cubes,
        "goods": second.goods,
        "hands": {name: +held for name, held in second.tiles.items()},
        "cards": {name: sorted(held) for name, held in second.cards.items()},
        "found": second.found,
        "tokens": second.tokens,
        "used": set(second.used),
        "elected": second.elected,
        "up": sorted(second.up),
        "gone": sorted(second.gone),
        "asked": second.asked,
        "laid": sorted(second.laid),
        "doings": [
            tuple(each[word] for word in ("player", "action", "left", "card", "again", "cell"))
            for each in second.doings
        ],
        "flies": second.flies and second.flies[:2],
        "election": None
        if not vote
        else (
            *(vote["cell"], vote["caller"], vote["stage"]),
            {name: +shown for name, shown in vote["shown"].items() if +shown},
            *(vote["winner"], vote["ousted"]),
        ),
        "counted": second.counted,
    }
