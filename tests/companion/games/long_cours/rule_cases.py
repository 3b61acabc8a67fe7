"""The cases of the rules: what breaks each; every row names its rule."""

from __future__ import annotations

from dataclasses import replace

from companion.games.long_cours.state.state import Corsair, Phase, State
from companion.games.long_cours.terms.cards import Deck
from companion.games.long_cours.terms.events import Event
from tests.companion.games.long_cours.tables import after, fact, having, sailing, start

TOGETHER = {"Ann": "marseille", "Ben": "marseille"}
STRUCK = after(sailing(TOGETHER), fact("fight", opponent="Ben", card="slap"))
ANNS = Corsair("Ann", "gibraltar")
SOLD = Corsair("Ann", None, turn=3)
BIDDING = after(having(sailing(), Ann=10, Ben=20, Cleo=20), fact("auction"))
WRECKED = sailing({"Ann": None})
SUNK = after(
    having(sailing({"Ben": "marseille"}, corsair=ANNS), Ben=7), fact("corsair", stop="marseille")
)


def used(state: State, **turn: object) -> State:
    """The same where this has been done in the turn at hand."""
    return replace(state, turn=replace(state.turn, **turn))  # type: ignore[arg-type]


def played(state: State, **gone: object) -> State:
    """The same where these cards have been played."""
    return replace(state, played=replace(state.played, **gone))  # type: ignore[arg-type]


def first(phase: Phase) -> State:
    """The first round."""
    state = start()
    if phase is not Phase.PLACING:
        state = after(state, *placings())
    return state


def placings() -> list[Event]:
    ports = ("marseille", "londres", "sydney")
    return [
        fact("place", name, stop=stop)
        for name, stop in zip(("Ann", "Ben", "Cleo"), ports, strict=True)
    ]


FORBIDDEN: list[tuple[str, str, State, Event]] = [
    ("11", "fight-card-out", sailing(TOGETHER, count=5),
     fact("fight", opponent="Ben", card="nasty_look")),
    ("15", "card-in-first-round", first(Phase.FIRST_BUYS), fact("storm", zone=22)),
    ("15", "card-in-first-round", first(Phase.FIRST_BUYS), fact("direct", stop="rio")),
    ("15", "card-in-first-round", first(Phase.FIRST_BUYS),
     fact("fight", opponent="Ben", card="slap")),
    ("16", "placed-in-other-zone", start(), fact("place", stop="londres")),
    ("16", "placed-on-rectangle", start(), fact("place", stop="gibraltar")),
    ("16", "placed-already", sailing(), fact("place", stop="alger")),
    ("A1", "place-first", start(), fact("buy", product="cloth", millions=1)),
    ("A1", "only-buys-first", first(Phase.FIRST_BUYS), fact("resell", die=1)),
    ("A1", "only-buys-first", first(Phase.FIRST_BUYS), fact("auction")),
    ("A2", "placed-in-other-zone", after(start(), placings()[0]),
     fact("place", "Ben", stop="sydney")),
    ("19", "not-your-turn", sailing(), fact("move", "Cleo", stop="aleoutiennes")),
    ("19", "turn-not-ended", sailing(), fact("move", "Ben", stop="londres")),
    ("22", "nothing-sold-here", sailing({"Ann": "gibraltar"}),
     fact("buy", product="gold", millions=1)),
    ("23", "sold-elsewhere", sailing(), fact("buy", product="gold", millions=1)),
    ("25", "no-cash", sailing(), fact("buy", product="cloth", millions=4)),
    ("28", "no-line", sailing(), fact("move", stop="londres")),
    ("28", "second-move", used(sailing(), moved=True), fact("move", stop="alger")),
    ("30", "direct-to-rectangle", sailing(), fact("direct", stop="panama")),
    ("31", "ordinary-and-direct", used(sailing(), moved=True), fact("direct", stop="rio")),
    ("31", "ordinary-and-direct", used(sailing(), directs=1), fact("move", stop="alger")),
    ("33", "no-card-left", sailing().with_captain("Ann", cards=0), fact("storm", zone=22)),
    ("33", "no-storm-left", played(sailing(), storms=12), fact("storm", zone=22)),
    ("33", "no-direct-left", played(sailing(), directs=12), fact("direct", stop="rio")),
    ("34", "second-throw", used(sailing(), thrown=True), fact("resell", die=1)),
    ("46", "still-afloat", sailing(), fact("return", die=1, stop="alger")),
    ("46", "back-in-other-zone", WRECKED, fact("return", die=2, stop="alger")),
    ("46", "has-not-come-back", WRECKED, fact("done")),
    ("47", "back-on-rectangle", WRECKED, fact("return", die=1, stop="gibraltar")),
    ("49", "not-together", sailing(), fact("fight", opponent="Ben", card="slap")),
    ("49", "fights-himself", sailing(), fact("fight", opponent="Ann", card="slap")),
    ("49", "no-fight", sailing(), fact("answer", "Ben", card="kick")),
    ("50", "fight-goes-on", STRUCK, fact("move", stop="alger")),
    ("50", "another-answers", STRUCK, fact("give_up")),
    ("51", "not-stronger", STRUCK, fact("answer", "Ben", card="shove")),
    ("51", "not-stronger", STRUCK, fact("answer", "Ben", card="slap")),
    ("54", "fight-card-gone", played(STRUCK, fights=frozenset({"kick"})),
     fact("answer", "Ben", card="kick")),
    ("60", "corsair-owned", sailing(corsair=ANNS), fact("auction")),
    ("60", "no-auction", sailing(), fact("bid", millions=6)),
    ("60", "no-auction-to-pass", sailing(), fact("no_bid")),
    ("61", "bid-too-low", BIDDING, fact("bid", millions=5)),
    ("61", "bid-above-cash", BIDDING, fact("bid", millions=11)),
    ("62", "corsair-elsewhere", sailing(corsair=SOLD),
     fact("corsair_enters", die=1, stop="marseille")),
    ("62", "corsair-on-board", sailing(corsair=ANNS),
     fact("corsair_enters", die=2, stop="cap-nord")),
    ("62", "corsair-not-on-board", sailing(corsair=SOLD), fact("corsair", stop="alger")),
    ("64", "corsair-rests", used(sailing(corsair=ANNS), entered=True),
     fact("corsair", stop="marseille")),
    ("65", "not-his-corsair", sailing(corsair=Corsair("Ben", "gibraltar")),
     fact("corsair", stop="marseille")),
    ("65", "cargo-after-corsair", used(sailing(corsair=ANNS), steps=2), fact("move", stop="alger")),
    ("65", "come-back-first", sailing({"Ann": None}, corsair=ANNS),
     fact("corsair", stop="marseille")),
    ("66", "corsair-no-line", sailing(corsair=ANNS), fact("corsair", stop="perth")),
    ("67", "corsair-too-far", used(sailing(corsair=ANNS), steps=3), fact("corsair", stop="alger")),
    ("67", "corsair-stepped-once", used(sailing(corsair=ANNS), steps=1), fact("done")),
    ("A9", "corsair-stayed", sailing(corsair=ANNS, corsair_may_stay=False), fact("done")),
    ("71", "is-sunk", SUNK, fact("move", "Ben", stop="alger")),
    ("76", "game-over", replace(SUNK, settled=True), fact("done")),
    ("A6", "no-ship", WRECKED, fact("move", stop="alger")),
    ("A6", "no-ship", WRECKED, fact("buy", product="gold", millions=1)),
    ("A6", "comes-back-next-turn", used(WRECKED, wrecked=True),
     fact("return", die=1, stop="alger")),
    ("A8", "fight-on-rectangle", sailing({"Ann": "gibraltar", "Ben": "gibraltar"}),
     fact("fight", opponent="Ben", card="slap")),
    ("A11", "auction-goes-on", BIDDING, fact("done")),
    ("A11", "another-bids", BIDDING, fact("bid", "Ben", millions=7)),
    ("A11", "another-passes", BIDDING, fact("no_bid", "Ben")),
    ("A11", "bid-not-higher", after(BIDDING, fact("bid", millions=7)),
     fact("bid", "Ben", millions=7)),
    ("A12", "second-auction", used(sailing(), auctioned=True), fact("auction")),
    ("12", "fight-card-out", sailing(TOGETHER, deck=Deck.SHORT),
     fact("fight", opponent="Ben", card="terrible_look")),
    ("13", "fight-card-out", sailing(TOGETHER, count=4, deck=Deck.SHORT),
     fact("fight", opponent="Ben", card="terrible_look")),
    ("A15", "no-end-on-wealth", sailing(), fact("settle")),
    ("A15", "no-stalemate", sailing(end_on_wealth=True), fact("settle")),
    ("A16", "corsair-waits", sailing(corsair=replace(SOLD, turn=10)),
     fact("corsair_enters", die=1, stop="gibraltar")),
]  # fmt: skip
