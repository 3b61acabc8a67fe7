"""The worked examples of the rules, one by one (``vectors.json``)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.finding import Severity
from companion.games.long_cours.judging.judgement import findings
from companion.games.long_cours.rules.corsair import in_reach, reach
from companion.games.long_cours.state.state import Corsair, Phase, State
from companion.games.long_cours.terms.cards import FIGHTS, Deck
from companion.games.long_cours.terms.events import Event
from tests.companion.games.long_cours.tables import (
    BOARD,
    after,
    fact,
    having,
    is_legal,
    laden,
    sailing,
    start,
)

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
STOPS = {"PER": "perth", "VAL": "valparaiso"}
Vector = dict[str, Any]


def product(said: Vector) -> object:
    """What a port sells."""
    return BOARD.stops[STOPS[said["stop"]]].product


def of_ann(state: State) -> dict[str, object]:
    return {"cash": state.cash("Ann"), "cargo": dict(state.goods.cargo("Ann"))}


def buy(said: Vector) -> object:
    port = next(stop.id for stop in BOARD.stops.values() if stop.product == said["product"])
    state = having(sailing({"Ann": port}), Ann=said["cash"])
    bought = fact("buy", product=said["product"], millions=said["amount"])
    assert is_legal(state, bought)
    return of_ann(after(state, bought))


def die(said: Vector) -> object:
    return start().game.product_of_die(said["face"])


def sell(said: Vector) -> object:
    state = laden(having(sailing(), Ann=said["cash"]), "Ann", **said["cargo"])
    thrown = fact("resell", die=said["face"])
    assert is_legal(state, thrown)
    return of_ann(after(state, thrown))


def deal(said: Vector) -> object:
    hands = {each.cards for each in start(said["players"], deck=Deck(said["deck"])).captains}
    assert len(hands) == 1
    return hands.pop()


def entry(said: Vector) -> object:
    return start().game.zone_of_die(said["face"])


def wreck(said: Vector) -> object:
    return BOARD.stranding_places[said["zone"]].name


def sequence(said: Vector) -> object:
    """Each step done for real: others lie where Ann comes, and give up whenever they are struck."""
    lying = {"Ann": "marseille", "Ben": "marseille", "Cleo": "alger"}
    state = having(sailing(lying), Ann=20)
    if said.get("first_turn"):
        state = replace(state, phase=Phase.FIRST_BUYS, round=1)
    cards, zones = iter(FIGHTS), iter((33, 44, 55, 66))
    for step in said["steps"]:
        for event in steps(state, step, cards, zones):
            if any(each.severity is Severity.ILLEGAL for each in findings(state, event)):
                return "illegal"
            state = after(state, event)
    return "legal"


def steps(state: State, step: str, cards: Any, zones: Any) -> list[Event]:
    """What one word of a sequence means where Ann's ship lies now."""
    at = state.captain("Ann").at
    assert at is not None
    ports = [stop for stop in BOARD.beside[at] if BOARD.stops[stop].is_port]
    match step:
        case "buy":
            return [fact("buy", product=BOARD.stops[at].product, millions=1)]
        case "battle":
            other = next(each.name for each in state.lying_at(at) if each.name != "Ann")
            return [fact("fight", opponent=other, card=next(cards)), fact("give_up", other)]
        case "move":
            return [fact("move", stop=ports[0])]
        case "direct":
            far = "perth" if at != "perth" else "sydney"
            return [fact("direct", stop=far)]
        case "storm":
            return [fact("storm", zone=next(zones))]
    return [fact("resell", die=1)]


def battle(said: Vector) -> object:
    state = sailing({"Ann": "marseille", "Ben": "marseille"})
    state = having(state, Ann=said["cash"]["attacker"], Ben=said["cash"]["defender"])
    names = {"attacker": "Ann", "defender": "Ben"}
    for number, rank in enumerate(said["plays"]):
        card, name = FIGHTS[rank - 1], ("Ann", "Ben")[number % 2]
        blow = (
            fact("answer", name, card=card) if number else fact("fight", opponent="Ben", card=card)
        )
        if not is_legal(state, blow):
            return "illegal"
        state = after(state, blow)
    assert state.fight is not None
    winner, loser = state.fight.struck, state.fight.answers
    assert is_legal(state, fact("give_up", loser))
    state = after(state, fact("give_up", loser))
    role = {name: each for each, name in names.items()}[winner]
    return {"winner": role, "cash": {each: state.cash(name) for each, name in names.items()}}


def auction(said: Vector) -> object:
    state = after(having(sailing(), Ann=said["cash"], Ben=100), fact("auction"))
    return "legal" if is_legal(state, fact("bid", millions=said["bid"])) else "illegal"


def distance(said: Vector) -> object:
    """From the corsair at Gibraltar to any stop that far away."""
    state = sailing(corsair=Corsair("Ben", "gibraltar"))
    stop = next(stop for stop in BOARD.stops if reach(state, stop) == said["distance"])
    return "in reach" if in_reach(state, stop) else "safe"


def storm(said: Vector) -> object:
    assert said["own"]
    state = after(sailing({"Ann": "marseille"}), fact("storm", zone=11))
    return "wrecked" if state.captain("Ann").at is None else "afloat"


PLAYED = {
    "product": product,
    "buy": buy,
    "die": die,
    "sell": sell,
    "deal": deal,
    "entry": entry,
    "wreck": wreck,
    "sequence": sequence,
    "battle": battle,
    "auction": auction,
    "reach": distance,
    "storm": storm,
}


@pytest.mark.parametrize("said", VECTORS["vectors"], ids=[v["id"] for v in VECTORS["vectors"]])
def test_the_example_comes_out_as_the_rules_say(said: Vector) -> None:
    assert PLAYED[said["type"]](said) == said["expect"]


def test_there_are_all_of_them() -> None:
    assert [each["id"] for each in VECTORS["vectors"]] == [f"V{n}" for n in range(1, 45)]
