"""Every numbered rule: what breaks it is found, what keeps it is not, and what follows from it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import companion.games.long_cours as long_cours
from companion.finding import Severity
from companion.games.long_cours.course.score import score
from companion.games.long_cours.course.setup import NOTES
from companion.games.long_cours.judging.choices import awaited
from companion.games.long_cours.judging.judgement import findings
from companion.games.long_cours.page.face import LongCoursFace
from companion.games.long_cours.rules.corsair import in_reach
from companion.games.long_cours.state.goods import BOX, TICKETS
from companion.games.long_cours.state.state import Corsair, Phase, Played, State, Turn
from companion.games.long_cours.terms.cards import FIGHTS, Deck
from companion.games.long_cours.terms.events import Event
from companion.games.long_cours.terms.rulings import CorsairEnters
from tests.companion.games.long_cours.rule_cases import (
    ANNS,
    BIDDING,
    FORBIDDEN,
    SOLD,
    STRUCK,
    SUNK,
    TOGETHER,
    WRECKED,
    first,
    placings,
    played,
    used,
)
from tests.companion.games.long_cours.tables import (
    BOARD,
    after,
    fact,
    found,
    having,
    laden,
    sailing,
    start,
)


def without_cards(state: State) -> State:
    """The same where nobody afloat holds a card; Cleo's left the game with her."""
    state = state.with_captain("Cleo", sunk=3)
    for name in ("Ann", "Ben"):
        state = state.with_captain(name, cards=0)
    return state


ALLOWED: list[tuple[str, State, Event]] = [
    ("10", sailing(TOGETHER, count=3), fact("fight", opponent="Ben", card="nasty_look")),
    ("16", start(), fact("place", stop="odessa")),
    ("A15", without_cards(played(sailing(end_on_wealth=True), storms=9)), fact("settle")),
    ("17", first(Phase.FIRST_BUYS), fact("buy", product="cloth", millions=3)),
    ("20", used(sailing(), moved=True, thrown=True), fact("storm", zone=22)),
    ("21", sailing({"Ben": "alger"}), fact("move", stop="alger")),
    ("24", sailing(), fact("done")),
    ("27", after(having(sailing(), Ann=5), fact("buy", product="cloth", millions=1),
                 fact("move", stop="alger")), fact("buy", product="fruit", millions=1)),
    ("28", sailing(), fact("move", stop="gibraltar")),
    ("29", used(sailing(), directs=1), fact("direct", stop="sydney")),
    ("32", sailing(), fact("done")),
    ("38", sailing({"Ann": "gibraltar"}), fact("resell", die=3)),
    ("45", after(sailing(), fact("storm", zone=33)), fact("storm", zone=44)),
    ("46", WRECKED, fact("return", die=6, stop="new-york")),
    ("48", after(WRECKED, fact("return", die=1, stop="alger")), fact("move", stop="marseille")),
    ("50", STRUCK, fact("answer", "Ben", card="cudgel")),
    ("52", STRUCK, fact("give_up", "Ben")),
    ("56", after(STRUCK, fact("give_up", "Ben")), fact("fight", opponent="Ben", card="shove")),
    ("60", sailing(), fact("auction")),
    ("61", BIDDING, fact("bid", millions=6)),
    ("62", sailing(corsair=SOLD), fact("corsair_enters", die=1, stop="gibraltar")),
    ("67", used(sailing(corsair=ANNS), steps=2), fact("done")),
    ("67", used(sailing(corsair=ANNS), steps=3), fact("done")),
    ("A7", after(WRECKED, fact("return", die=1, stop="alger")), fact("resell", die=1)),
    ("A8", sailing({"Ann": "gibraltar", "Ben": "gibraltar"}, fights_on_rectangles=True),
     fact("fight", opponent="Ben", card="slap")),
    ("A9", sailing(corsair=ANNS), fact("done")),
    ("A9", used(sailing(corsair=ANNS, corsair_may_step_once=True), steps=1), fact("done")),
    ("A12", BIDDING, fact("no_bid")),
    ("A13", used(sailing({"Ann": None}, corsair=ANNS), wrecked=True),
     fact("corsair", stop="marseille")),
    ("A15", played(sailing(end_on_wealth=True), storms=12), fact("settle")),
    ("A16", sailing(corsair=replace(SOLD, turn=10), corsair_enters=CorsairEnters.SAME_TURN),
     fact("corsair_enters", die=1, stop="gibraltar")),
]  # fmt: skip


def at(name: str, stop: str | None) -> Callable[[State], bool]:
    return lambda state: state.captain(name).at == stop


def cash(**millions: int) -> Callable[[State], bool]:
    return lambda state: {name: state.cash(name) for name in millions} == millions


def cargo(holder: str, **millions: int) -> Callable[[State], bool]:
    return lambda state: dict(state.goods.cargo(holder)) == millions


def cards(**left: int) -> Callable[[State], bool]:
    return lambda state: {name: state.captain(name).cards for name in left} == left


LADEN = laden(sailing({"Ann": "alger", "Ben": "odessa"}), "Ben", gold=5)
STORM_11 = fact("storm", zone=11)
FOLLOWS: list[tuple[str, State, list[Event], Callable[[State], bool]]] = [
    ("8", start(), [], cash(Ann=3, Ben=3, Cleo=3)),
    ("9", start(), [], lambda s: s.corsair == Corsair() and len(s.game.ships) == 3),
    ("10", start(4), [], cards(Ann=9, Ben=9, Cleo=9, Dan=9)),
    ("11", start(5), [], cards(Ann=7, Eve=7)),
    ("12", start(3, deck=Deck.SHORT), [], cards(Ann=10, Cleo=10)),
    ("13", start(4, deck=Deck.SHORT), [], cards(Ann=7, Dan=7)),
    ("14", sailing(), [], lambda s: all(isinstance(each.cards, int) for each in s.captains)),
    ("16", start(), placings(), at("Cleo", "sydney")),
    ("17", start(), placings(), lambda s: s.phase is Phase.FIRST_BUYS and s.at_turn.name == "Ann"),
    ("18", first(Phase.FIRST_BUYS), [fact("done", n) for n in ("Ann", "Ben", "Cleo")],
     lambda s: s.phase is Phase.SAILING and s.round == 2),
    ("19", sailing(), [fact("done")], lambda s: awaited(s) == ("Ben",)),
    ("19", STRUCK, [], lambda s: awaited(s) == ("Ben",)),
    ("25", sailing(), [fact("buy", product="cloth", millions=2)], cash(Ann=1)),
    ("26", laden(sailing(), "Ann", gold=5), [fact("buy", product="cloth", millions=2)],
     cargo("Ann", gold=5, cloth=2)),
    ("28", sailing(), [fact("move", stop="alger")], at("Ann", "alger")),
    ("29", sailing(), [fact("direct", stop="sydney")], at("Ann", "sydney")),
    ("33", sailing(), [fact("direct", stop="rio"), STORM_11], cards(Ann=10, Ben=12)),
    ("35", start(), [], lambda s: [s.game.product_of_die(die) for die in (1, 2)]
     == ["cereals", "fruit"]),
    ("36", sailing(), [fact("resell", die=1)], cash(Ann=3)),
    ("37", laden(sailing(), "Ann", wood=7, gold=2), [fact("resell", die=6)], cash(Ann=24)),
    ("37", laden(sailing(), "Ann", wood=7, gold=2), [fact("resell", die=6)], cargo("Ann", gold=2)),
    ("39", LADEN, [fact("storm", zone=22)], at("Ben", "odessa")),
    ("40", LADEN, [STORM_11], at("Ben", None)),
    ("40", LADEN, [STORM_11], at("Ann", None)),
    ("41", LADEN, [STORM_11], lambda s: not s.lying_at("odessa")),
    ("42", LADEN, [STORM_11], cargo("gibraltar", gold=5)),
    ("43", LADEN, [STORM_11], lambda s: s.cash("Ben") == 3 and s.captain("Ben").cards == 12),
    ("44", laden(sailing(), "gibraltar", gold=5), [fact("move", stop="gibraltar")],
     cargo("Ann", gold=5)),
    ("44", laden(sailing(), "gibraltar", gold=5), [fact("move", stop="gibraltar")],
     cargo("gibraltar")),
    ("46", start(), [], lambda s: [s.game.zone_of_die(die) for die in range(1, 7)]
     == [11, 22, 33, 44, 55, 66]),
    ("47", WRECKED, [fact("return", die=1, stop="alger")], at("Ann", "alger")),
    ("53", having(STRUCK, Ann=2, Ben=9), [fact("give_up", "Ben")], cash(Ann=11, Ben=0)),
    ("54", STRUCK, [], lambda s: s.played.fights == {"slap"}),
    ("55", having(STRUCK, Ann=8, Ben=1), [fact("answer", "Ben", card="kick"), fact("give_up")],
     cash(Ann=0, Ben=9)),
    ("60", BIDDING, [], lambda s: s.auction is not None and awaited(s) == ("Ann",)),
    ("61", BIDDING, [fact("bid", millions=6), fact("bid", "Ben", millions=9),
                     fact("no_bid", "Cleo"), fact("no_bid")], cash(Ann=10, Ben=11)),
    ("61", BIDDING, [fact("bid", millions=6), fact("bid", "Ben", millions=9),
                     fact("no_bid", "Cleo"), fact("no_bid")],
     lambda s: s.corsair.owner == "Ben" and s.corsair.at is None),
    ("63", sailing({"Ben": "gibraltar"}, corsair=SOLD),
     [fact("corsair_enters", die=1, stop="gibraltar")], at("Ben", "gibraltar")),
    ("68", sailing({"Ben": "marseille", "Cleo": "alger"}, corsair=ANNS),
     [fact("corsair", stop="marseille"), fact("corsair", stop="alger")],
     lambda s: [each.name for each in s.afloat] == ["Ann"]),
    ("69", sailing(corsair=ANNS), [fact("corsair", stop="marseille")], at("Ann", "marseille")),
    ("70", laden(sailing({"Ben": "marseille"}, corsair=ANNS), "Ben", gold=5),
     [fact("corsair", stop="marseille")], lambda s: s.goods.held(BOX, "gold") == TICKETS),
    ("71", SUNK, [], cash(Ann=10, Ben=0)),
    ("72", SUNK, [], cards(Ben=0)),
    ("73", laden(sailing({"Ann": "rio"}, corsair=Corsair("Ann", "alger")), "gibraltar", gold=5),
     [fact("corsair", stop="gibraltar")], cargo("gibraltar", gold=5)),
    ("74", sailing(corsair=Corsair("Ben", "gibraltar")), [STORM_11],
     lambda s: s.corsair == Corsair()),
    ("76", SUNK, [fact("corsair", stop="gibraltar")], lambda s: not s.over),
    ("A3", laden(sailing(), "Ben", cloth=770), [fact("buy", product="cloth", millions=2)],
     lambda s: s.goods.owed("Ann", "cloth") == 2),
    ("A4", laden(sailing({"Ben": "gibraltar"}), "Ben", gold=1), [STORM_11],
     cargo("gibraltar", gold=1)),
    ("A5", laden(laden(sailing({"Ben": "gibraltar"}), "Ben", gold=1), "Ann", wood=2), [STORM_11],
     cargo("gibraltar", gold=1, wood=2)),
    ("A10", sailing({"Ben": "gibraltar"}, corsair=ANNS), [fact("corsair", stop="marseille")],
     at("Ben", "gibraltar")),
    ("A10", sailing({"Ben": "gibraltar"}, corsair=ANNS, corsair_sinks_where_it_lies=True),
     [fact("corsair", stop="marseille")], lambda s: s.captain("Ben").sunk_by == "Ann"),
    ("A11", sailing(), [fact("auction")], lambda s: s.auction is None and not s.corsair.owner),
    ("A11", having(sailing(), Ann=6), [fact("auction"), fact("bid", millions=6)],
     lambda s: s.corsair.owner == "Ann" and s.cash("Ann") == 0),
    ("A14", sailing({"Ann": "gibraltar"}, corsair=ANNS), [STORM_11],
     lambda s: s.corsair.owner is None),
    ("A15", having(played(sailing(end_on_wealth=True), storms=12), Cleo=9), [fact("settle")],
     lambda s: s.over and score(s).winners == ("Cleo",)),
]  # fmt: skip

SHOWN = {
    "1": lambda: [len(stops) for stops in BOARD.zones.values()] == [4] * 6,
    "2": lambda: found(sailing(), fact("resell", die=6)) == [],
    "3": lambda: len({*start(6).game.ships.values()}) == 6,
    "4": lambda: TICKETS.worth * 6 == 770 * 6 and TICKETS.count * 6 == 420,
    "5": lambda: start(6).game.cards.count == 36 and len(FIGHTS) == 12,
    "6": lambda: NOTES.values == (50, 10, 5, 1),
    "58": lambda: LongCoursFace().position(sailing()).places == {},
    "75": lambda: (
        in_reach(sailing(corsair=ANNS), "rio") and not in_reach(sailing(corsair=ANNS), "sydney")
    ),
}


@pytest.mark.parametrize(("rule", "code", "state", "event"), FORBIDDEN)
def test_what_breaks_a_rule_is_found(rule: str, code: str, state: State, event: Event) -> None:
    codes = {each.code: each for each in findings(state, event)}

    assert code in codes
    assert codes[code].rule == {"A2": "16", "A9": "67"}.get(rule, rule)
    assert (codes[code].severity is Severity.WARNING) == (
        code in ("turn-not-ended", "has-not-come-back", "come-back-first")
    )


@pytest.mark.parametrize(("rule", "state", "event"), ALLOWED)
def test_what_keeps_a_rule_is_not_found(rule: str, state: State, event: Event) -> None:
    assert found(state, event) == []


@pytest.mark.parametrize(("rule", "state", "events", "holds"), FOLLOWS)
def test_what_follows_from_a_rule(
    rule: str, state: State, events: list[Event], holds: Callable[[State], bool]
) -> None:
    for event in events:
        assert found(state, event) == []
        state = after(state, event)
    assert holds(state)


@pytest.mark.parametrize("rule", SHOWN)
def test_what_a_rule_counts(rule: str) -> None:
    assert SHOWN[rule]()


def test_every_rule_of_the_book_has_a_test_or_a_reason() -> None:
    book = (Path(long_cours.__path__[0]) / "rulebook.md").read_text(encoding="utf-8")
    rules, _, beyond = book.partition("## Not checkable")
    numbers = set(re.findall(r"^### (\d+) ", rules, flags=re.MULTILINE))
    rows = (Path(__file__).parents[4] / "docs/rulings-long-cours.md").read_text(encoding="utf-8")
    numbers |= set(re.findall(r"^\| (A\d+) \|", rows, flags=re.MULTILINE))
    reasons = set(re.findall(r"^\| (\d+) \|", beyond, flags=re.MULTILINE))
    tested = {row[0] for table in (FORBIDDEN, ALLOWED, FOLLOWS) for row in table} | set(SHOWN)

    assert len(numbers) == 76 + 16
    assert numbers == tested | reasons
    assert not tested & reasons


def test_a_turn_that_was_not_ended_is_passed_on() -> None:
    """One slip is told once: what Ben does after it is his turn's."""
    state = after(sailing(), fact("move", "Ben", stop="londres"))

    assert state.at_turn.name == "Ben"
    assert state.turn == Turn(moved=True)
    assert found(state, fact("done", "Ben")) == []


def test_cards_played_are_counted_by_sort() -> None:
    state = after(
        STRUCK, fact("give_up", "Ben"), fact("storm", zone=44), fact("direct", stop="rio")
    )

    assert state.played == Played(1, 1, frozenset({"slap"}))
