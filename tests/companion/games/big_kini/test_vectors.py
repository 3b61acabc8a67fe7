"""The worked examples of the rules, one by one (``vectors.json``)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.big_kini.course.election import ahead, called, tally, voting_power
from companion.games.big_kini.course.rounds import cards_to_turn_up
from companion.games.big_kini.course.score import score
from companion.games.big_kini.course.spaces import in_use
from companion.games.big_kini.state.election import Election
from companion.games.big_kini.state.state import CUBES, NEUTRAL, TOKENS, Hand, Phase, State
from companion.games.big_kini.terms.actions import COST_OF_SPACE, column_of
from companion.games.big_kini.terms.cards import CARDS, PRICE
from companion.games.big_kini.terms.rulings import Blocked, DiscoveryCost
from tests.companion.games.big_kini.tables import after, fact, found, having, playing, start

Vector = dict[str, Any]
VECTORS: list[Vector] = json.loads(
    (Path(__file__).parent / "vectors.json").read_text(encoding="utf-8")
)["vectors"]
PLAYERS = {"A": "Ann", "B": "Ben", "C": "Cleo"}
PORTS = {1: "a5/0", 2: "a1/0", 3: "a2/0"}
"""Atolls by the level of their port."""
VOTES = {"fish": "a8/0", None: "a4/0"}
"""Atolls by the goods that are votes there; both have a colony of two spaces."""
HERE = "1,1"


def named(told: Iterable[str]) -> list[str]:
    return [PLAYERS[each] for each in told]


def with_cubes(vector: Vector) -> State:
    """The cubes of an example on one atoll, each on the next place of its kind."""
    state = playing({HERE: VOTES[vector.get("vote_goods", "fish")]})
    for who, kind in vector["cubes"]:
        places = state.places_at(f"cell/{HERE}", kind)
        free = next(place for place in places if place not in state.cubes)
        state = replace(state, cubes={**state.cubes, free: PLAYERS[who]})
    return state


def blocked(vector: Vector) -> list[str]:
    state = replace(playing(blocked=Blocked.TWO), phase=Phase.BLOCKING)
    first, second = vector["dice"]
    state = after(state, fact("dice", first=first, second=second))
    spaces = [space for space, who in state.tokens.items() if who == NEUTRAL]
    assert all(space.endswith("/standard") for space in spaces)
    return [space.split("/")[1] for space in spaces]


def move_cost(vector: Vector) -> int | None:
    """A cube sets out from beside the one on the port."""
    away, level = vector["distance"], vector["level"]
    cubes = {"0,2/administrator-b": "Ann"}
    if level:
        cubes["0,2/administrator-a"] = "Ann"
    to = "0,2/administrator-c" if away == 0 else f"{away},2/administrator-a"
    tiles = {"0,2": PORTS[level or 1]} | ({f"{away},2": "a4/0"} if away else {})
    state = after(playing(tiles, cubes, count=4), fact("token", space="move/double"))
    assert f"cell/{away},2" in state.tiles
    move = fact("move", from_="0,2/administrator-b", to=to)
    if found(state, move):
        assert found(state, move) == [("too-far", "39")]
        return None
    before, moved = state.money("Ann"), after(state, move).money("Ann")
    assert before is not None
    assert moved is not None
    return before - moved


def election(vector: Vector) -> dict[str, object]:
    """Everybody votes for himself, and shows his goods."""
    state = with_cubes(vector)
    extra = vector.get("extra", {}).get(vector["initiator"], 0)
    assert sum(vector.get("extra", {}).values()) == extra
    any_votes = "".join(named(vector.get("any_goods", [])))
    cell = f"cell/{HERE}"
    held = Election(cell, PLAYERS[vector["initiator"]], any_votes=any_votes, extra=extra)
    state = called(state, held)
    votes = {
        name: {name: voting_power(state, held, name)} for name in named(vector["expect"]["tally"])
    }
    goods = vector.get("goods", {})
    shown = {PLAYERS[who]: dict.fromkeys(kinds, 1) for who, kinds in goods.items()}
    told = tally(state, replace(held, votes=votes, shown=shown))
    first = ahead(told)
    short = {name: letter for letter, name in PLAYERS.items()}
    return {
        "tally": {short[name]: count for name, count in told.items()},
        "winner": short[first[0]] if len(first) == 1 else "initiator chooses",
    }


def election_allowed(vector: Vector) -> bool:
    state = with_cubes(vector)
    if vector["held"]:
        state = replace(state, held=frozenset({f"cell/{HERE}"}))
    caller = PLAYERS[vector["initiator"]]
    state = replace(state, placed=state.players.index(caller))
    state = after(state, fact("token", caller, space="election/double"))
    return not found(state, fact("call", caller, cell=HERE))


def with_cards(vector: Vector) -> State:
    """Ann has put a token on elections, and all three have laid the cards of the example."""
    numbers = {play[0]: play[1] for play in vector["plays"]}
    cards = {
        name: next(
            card.id
            for card in CARDS.values()
            if (card.action.value, card.number) == ("election", numbers[f"{letter} card"])
        )
        for letter, name in PLAYERS.items()
    }
    state = playing(
        {HERE: "a8/0"}, {f"{HERE}/baron": "Ben", f"{HERE}/minister-ab": "Ann"}, cards=True
    )
    for name, card in cards.items():
        state = state.with_hand(name, Hand(cards=(card,)))
    plays = [fact("play", name) for name in ("Ben", "Cleo", "Ann")]
    reveals = [fact("reveal", name, card=cards[name]) for name in ("Ben", "Cleo", "Ann")]
    return after(state, fact("token", space="election/double"), *plays, *reveals)


EXAMPLE = next(vector for vector in VECTORS if vector["type"] == "order")


def order(vector: Vector) -> list[str]:
    short = {name: letter for letter, name in PLAYERS.items()}
    doings = with_cards(vector).turn.doings
    return [f"{short[each.player]} {'card' if each.card else 'board'}" for each in doings]


def second_action(vector: Vector) -> dict[str, object] | None:
    """Ben's card stands first; he has held his election and pays for another."""
    state = having(with_cards(EXAMPLE), Ben=vector.get("money", 5))
    doing = state.turn.doings[0]
    assert doing.again is vector["card_second"]
    state = replace(state, turn=state.turn.now(replace(doing, left=0, fresh=False)))
    again = fact("again", "Ben")
    if found(state, again):
        assert [code for code, _ in found(state, again)] == ["no-money"]
        return None
    paid = after(state, again)
    before, now, doing_now = state.money("Ben"), paid.money("Ben"), paid.doing
    assert before is not None
    assert now is not None
    assert doing_now is not None
    return {"cost": before - now, "bonus": doing_now.fresh}


def solo_blocked(vector: Vector) -> dict[str, object]:
    state = replace(playing(count=1, cards=True), phase=Phase.BLOCKING, round=vector["round"])
    by_action = {card.action.value: card.id for card in CARDS.values()}
    others = {card.action.value: card.id for card in reversed(list(CARDS.values()))}
    for action in vector["flipped"]:
        state = after(state, fact("turn_up", card=by_action[action]))
    assert state.phase is Phase.PLAYING
    state = state.with_hand("Ann", Hand(cards=tuple(others[each] for each in vector["hand"])))
    spaces = [space.split("/")[1] for space, who in state.tokens.items() if who == NEUTRAL]
    assert all(found(state, fact("token", space=f"{each}/double")) for each in spaces)
    allowed = [
        each for each in vector["hand"] if not found(state, fact("reveal", card=others[each]))
    ]
    return {"board": spaces, "card_play_allowed": allowed}


def solo_cards(vector: Vector) -> list[int]:
    state = playing(count=1, cards=True)
    return [cards_to_turn_up(replace(state, round=each)) for each in vector["rounds"]]


def scored(vector: Vector) -> int:
    kinds = {"baron": "barons", "minister": "ministers", "administrator": "administrators"}
    state = playing({HERE: "a8/0"}, {f"{HERE}/colony-b-0": "Ann"})
    for kind, word in kinds.items():
        places = [*state.places_at(f"cell/{HERE}", kind)][: vector[word]]
        state = replace(state, cubes={**state.cubes, **dict.fromkeys(places, "Ann")})
    state = having(state, Ann=vector["money"])
    state = state.with_hand("Ann", Hand(vector["goods"], discovered=vector["tokens"]))
    return sum(line.points for line in score(state).lines_of("Ann"))


def tie(vector: Vector) -> str:
    """Points that money does not make are made by discoveries and an administrator."""
    tiles = {"0,2": "a8/0", "1,2": "a3/0", "2,2": "a4/0"}
    state = playing(tiles, count=2)
    colonies = [place for cell in tiles for place in state.places_at(f"cell/{cell}", "colony")]
    posts = [place for cell in tiles for place in state.places_at(f"cell/{cell}", "administrator")]
    for letter, told in vector["players"].items():
        name, rest = PLAYERS[letter], told["points"] - told["money"] // 8
        mine = [colonies.pop() for _ in range(told["colonists"])]
        mine += [posts.pop() for _ in range(rest % 2)]
        state = replace(state, cubes={**state.cubes, **dict.fromkeys(mine, name)})
        state = having(state, **{name: told["money"]})
        state = state.with_hand(name, Hand(discovered=rest // 2))
    standings = score(state).standings
    assert {each.total for each in standings} == {30}
    assert [each.rank for each in standings] == [1, 2]
    return {name: letter for letter, name in PLAYERS.items()}[standings[0].player]


def spaces(vector: Vector) -> list[str]:
    game = playing(count=vector["players"]).game
    return list(dict.fromkeys(column_of(space).value for space in in_use(game)))


def discovery_cost(vector: Vector) -> list[int]:
    """Paid by who sets out to a neighbouring atoll."""
    del vector
    paid = []
    for costs in DiscoveryCost:
        state = playing({"0,2": "a2/0"}, {"0,2/administrator-a": "Ann"}, discovery_costs=costs)
        state = after(state, fact("token", space="discovery/double"))
        state_after = after(
            state, fact("discover", from_="0,2/administrator-a", cell="1,2", atoll="a8/0")
        )
        before, now = state.money("Ann"), state_after.money("Ann")
        assert before is not None
        assert now is not None
        paid.append(before - now)
    return paid


def six(vector: Vector) -> dict[str, int]:
    """What the capital is more with six than with five."""
    del vector
    more = []
    for count in (5, 6):
        state = start(count, cards=True)
        homes, names = state.game.homes, state.players
        state = after(
            state,
            *(
                fact("home", name, cell=home.removeprefix("cell/"), atoll=f"a{nth}/0")
                for nth, (name, home) in enumerate(
                    zip(reversed(names), homes, strict=False), start=1
                )
            ),
        )
        for post in ("administrator-a", "administrator-b"):
            home = state.homes[names[-1]].removeprefix("cell/")
            state = after(state, fact("settle", names[-1], place=f"{home}/{post}"))
        more.append(state.money(names[-1]) or 0)
    extra = more[1] - more[0]
    assert (extra // COST_OF_SPACE, extra // PRICE) == (1, 2)
    return {"red_space": COST_OF_SPACE, "cards": extra // PRICE}


def set_out(vector: Vector) -> dict[str, int]:
    state = start(4)
    assert state.game.layout.id == vector["layout"]
    names, homes = state.players, state.game.homes
    for nth, (name, home) in enumerate(zip(reversed(names), homes, strict=True), start=1):
        state = after(state, fact("home", name, cell=home.removeprefix("cell/"), atoll=f"a{nth}/0"))
    return {"homes": len(state.homes), "hidden": len(state.hidden)}


def piece_count(vector: Vector) -> int:
    del vector
    return CUBES + TOKENS


CHECKS: dict[str, Callable[[Vector], object]] = {
    "blocked": blocked,
    "move_cost": move_cost,
    "election": election,
    "election_allowed": election_allowed,
    "order": order,
    "second_action": second_action,
    "solo_blocked": solo_blocked,
    "solo_cards": solo_cards,
    "score": scored,
    "tie": tie,
    "spaces": spaces,
    "discovery_cost": discovery_cost,
    "six": six,
    "set_out": set_out,
    "piece_count": piece_count,
}


@pytest.mark.parametrize("vector", VECTORS, ids=[each["id"] for each in VECTORS])
def test_a_worked_example(vector: Vector) -> None:
    assert CHECKS[vector["type"]](vector) == vector["expect"], vector["text"]


def test_they_are_all_there() -> None:
    assert len(VECTORS) == 35
