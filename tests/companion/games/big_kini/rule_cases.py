"""The cases of the rules: what breaks each, and what keeps it; every row names its rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.big_kini.course.spaces import in_use
from companion.games.big_kini.state.state import TOKENS, Hand, Phase, State
from companion.games.big_kini.terms.goods import TILES_OF_A_KIND
from companion.games.big_kini.terms.rulings import (
    Blocked,
    OustedGoes,
)
from tests.companion.games.big_kini.tables import (
    CUBES,
    FIND,
    GO,
    HERE,
    PUT,
    TILES,
    Fact,
    after,
    also,
    fact,
    having,
    holding,
    on,
    playing,
    start,
)

PAY = fact("income", place="2,0/factory-c")
CALL = fact("call", cell="3,0")
THREE = {"3,0/minister-ab": "Ann", "3,0/administrator-b": "Ben", "3,0/administrator-c": "Cleo"}
"""Atoll 8, where fish are votes, with a cube of each."""


def voting(cubes: dict[str, str], **goods: int) -> State:
    """Ann has called an election on atoll 8; Cleo has goods."""
    state = playing(TILES, cubes)
    return after(on("election", holding(state, "Cleo", **goods)), CALL)


def votes(state: State, **to: str) -> State:
    """One vote of each for somebody; who has none left has said all."""
    return after(state, *(fact("vote", who, candidate=name, votes=1) for who, name in to.items()))


def dealt(card: str, row: str) -> State:
    """Ann's card lies on her own token's action, which she has forgone."""
    state = playing(TILES, CUBES, cards=True)
    state = state.with_hand("Ann", Hand(cards=(card,)))
    state = after(state, fact("token", space=f"{row}/standard"), fact("play"))
    return after(state, fact("reveal", card=card), fact("done"))


def asked() -> State:
    """Ann's token lies on elections; Ben and Cleo have a card of it, and Ann."""
    state = playing(TILES, CUBES, cards=True)
    for name, card in (("Ann", "k19"), ("Ben", "k17"), ("Cleo", "k18")):
        state = state.with_hand(name, Hand(cards=(card,)))
    return after(state, fact("token", space="election/double"))


def blocking(count: int = 3, **rulings: Any) -> State:
    return replace(playing(TILES, CUBES, count=count, **rulings), phase=Phase.BLOCKING)


def homes(count: int = 2, **rulings: Any) -> State:
    """Everybody has a start atoll, from the right of the first player on."""
    state = start(count, **rulings)
    cells = state.game.homes
    for nth, name in enumerate(reversed(state.players)):
        cell = cells[nth].removeprefix("cell/")
        state = after(state, fact("home", name, cell=cell, atoll=f"a{nth + 1}/0"))
    return state


def round_over(state: State) -> State:
    """All tokens are placed, and nothing is done."""
    spaces = iter([*in_use(state.game)])
    first = state.round
    while state.round == first and not state.over:
        space = next(spaces).removeprefix("board/")
        state = after(state, fact("token", state.at_turn, space=space))
        while state.doing is not None and state.placed < TOKENS * state.game.players:
            before = state
            state = after(state, fact("done", state.doing.player))
            if state.round != first or state.turn == before.turn:
                break
    return state


ALONE = {"2,0/administrator-a": "Ann", "2,0/minister-bc": "Ann"}
CROWNING = after(
    voting({**THREE, "3,0/administrator-b": "Ann", "3,0/administrator-c": "Ben"}),
    fact("vote", "Ben", candidate="Ann", votes=1),
    fact("abstain"),
)
SEATED = voting({"3,0/baron": "Ben", "3,0/minister-ab": "Ann", "3,0/colony-b-0": "Ann"})
"""Ben is baron with two votes, Ann has two as well."""
EVEN = after(
    SEATED, fact("vote", "Ben", candidate="Ben", votes=2), fact("vote", candidate="Ann", votes=2)
)
OUSTED = after(EVEN, fact("decide", candidate="Ann"))
DICE = blocking(blocked=Blocked.TWO)
LAST = round_over(replace(HERE, round=12))

FORBIDDEN: list[tuple[str, str, State, Fact]] = [
    ("2", "no-cube-left", on("proliferation", also({f"9,9/x-{n}": "Ann" for n in range(18)})), PUT),
    ("6", "supply-empty",
     replace(dealt("k15", "goods"), hands={"Ben": Hand({"fish": TILES_OF_A_KIND - 1})}),
     fact("pick", goods="fish")),
    ("13", "goods-no-vote", votes(voting(THREE, pearl=1), Ann="Ann", Ben="Ann", Cleo="Cleo"),
     fact("show", "Cleo", goods="pearl", number=1)),
    ("15", "no-influence", on("income"), fact("income", place="3,1/factory-b")),
    ("16", "atoll-not-in-play", on("discovery"),
     fact("discover", from_="2,0/minister-bc", cell="2,1", atoll="a17/2")),
    ("17", "no-start-atoll", start(3), fact("home", "Cleo", cell="2,0", atoll="a8/0")),
    ("19", "chooses-later", start(3), fact("home", "Ann", cell="2,0", atoll="a1/0")),
    ("19", "not-a-home", start(3), fact("home", "Cleo", cell="1,1", atoll="a1/0")),
    ("20", "atoll-elsewhere", on("discovery"),
     fact("discover", from_="2,0/minister-bc", cell="2,1", atoll="a8/2")),
    ("21", "first-on-posts", homes(), fact("settle", place="4,1/baron")),
    ("21", "not-on-home", homes(), fact("settle", place="0,1/administrator-a")),
    ("24", "not-in-a-round", HERE, fact("settle", place="2,0/administrator-b")),
    ("25", "not-your-turn", HERE, fact("token", "Cleo", space="move/double")),
    ("25", "space-taken", after(on("move"), fact("done")),
     fact("token", "Ben", space="move/double")),
    ("25", "no-token", HERE, GO),
    ("25", "other-action", on("income"), GO),
    ("26", "only-double", playing(TILES, ALONE, count=2), fact("token", space="move/standard")),
    ("28", "not-your-turn", after(on("income", column="standard"), PAY), PAY),
    ("29", "no-money", having(HERE, Ann=1), fact("token", space="move/paid")),
    ("30", "nothing-to-forgo", HERE, fact("done")),
    ("31", "no-colony-space", on("proliferation"),
     fact("proliferate", place="2,0/administrator-b")),
    ("31", "place-taken", on("proliferation", also({"2,0/colony-b-0": "Ben"})), PUT),
    ("35", "colony-by-proliferation", on("move"),
     fact("move", from_="2,0/minister-bc", to="2,0/colony-b-0")),
    ("37", "not-discovered", on("move"),
     fact("move", from_="2,0/minister-bc", to="2,1/minister-bc")),
    ("37", "no-port", on("move", playing(TILES, {"2,0/minister-bc": "Ann"})), GO),
    ("38", "no-cube-there", on("move"),
     fact("move", from_="3,0/minister-ab", to="3,0/administrator-c")),
    ("39", "too-far", on("move"), fact("move", from_="2,0/minister-bc", to="3,2/administrator-b")),
    ("40", "no-money", on("move", having(HERE, Ann=0)), GO),
    ("42", "no-port",
     after(on("move"), fact("move", from_="2,0/administrator-a", to="3,0/minister-bc")),
     fact("move", from_="2,0/minister-bc", to="3,0/administrator-b")),
    ("43", "no-factory", on("income"), fact("income", place="3,0/goods-c")),
    ("45", "factory-used", after(on("income"), PAY), PAY),
    ("46", "no-goods-space", on("goods"), fact("take", place="2,0/factory-c")),
    ("47", "goods-not-in-hand",
     votes(voting(THREE, fish=1), Ann="Ann", Ben="Ann", Cleo="Cleo"),
     fact("show", "Cleo", goods="fish", number=2)),
    ("48", "baron-by-election", on("move"), fact("move", from_="2,0/minister-bc", to="2,0/baron")),
    ("49", "no-candidate", voting({"3,0/minister-ab": "Ann", "3,0/colony-b-0": "Ben"}),
     fact("vote", candidate="Ben", votes=1)),
    ("50", "not-represented", on("election"), fact("call", cell="3,0")),
    ("50", "no-election", HERE, fact("vote", candidate="Ann", votes=1)),
    ("51", "one-cube", on("election", playing(TILES, {"3,0/minister-ab": "Ann"})), CALL),
    ("52", "election-held",
     on("election", replace(playing(TILES, THREE), held=frozenset({"cell/3,0"}))), CALL),
    ("53", "no-deal-now", HERE, fact("give", other="Ben", amount=1)),
    ("53", "deal-with-oneself", voting(THREE), fact("promise", other="Ann")),
    ("53", "no-money-to-give", having(voting(THREE), Ann=1), fact("give", other="Ben", amount=2)),
    ("54", "too-many-votes", voting(THREE), fact("vote", candidate="Ann", votes=2)),
    ("54", "voted-already", votes(voting(THREE), Ann="Ann"),
     fact("vote", candidate="Ann", votes=1)),
    ("56", "votes-first", voting(THREE, fish=1), fact("keep_back", "Cleo")),
    ("57", "speaks-later",
     votes(holding(voting(THREE, fish=1), "Ben", fish=1), Ann="Ann", Ben="Ben", Cleo="Cleo"),
     fact("keep_back", "Cleo")),
    ("58", "election-goes-on", voting(THREE), fact("token", "Ben", space="move/double")),
    ("59", "caller-decides", EVEN, fact("decide", "Ben", candidate="Ben")),
    ("59", "not-level", EVEN, fact("decide", candidate="Cleo")),
    ("60", "not-winner", CROWNING, fact("crown", "Ben", place="3,0/administrator-c")),
    ("61", "not-free-there", OUSTED, fact("retreat", "Ben", place="3,0/colony-b-0")),
    ("63", "discovered-already", on("discovery"),
     fact("discover", from_="2,0/minister-bc", cell="3,0", atoll="a7/2")),
    ("65", "no-money", on("discovery", having(HERE, Ann=4)), FIND),
    ("73", "game-over", LAST, fact("token", space="move/double")),
    ("76", "counted-already",
     after(replace(playing(money=0), phase=Phase.COUNTING, bank=None), fact("count", amount=8)),
     fact("count", amount=9)),
    ("86", "blocked-first", DICE, fact("token", space="move/double")),
    ("86", "space-blocked", after(DICE, fact("dice", first=2, second=5)),
     fact("token", space="move/standard")),
    ("87", "no-dice", blocking(blocked=Blocked.TWO, cards=True), fact("dice", first=2, second=5)),
    ("88", "no-card-turned-up", DICE, fact("turn_up", card="k01")),
    ("90", "space-not-in-use", HERE, fact("token", space="move/blue")),
    ("91", "no-money",
     having(on("buy_card", playing(TILES, CUBES, cards=True)), Ann=0),
     fact("buy", card="k01")),
    ("92", "card-not-in-hand", after(asked(), *(fact("no_card", who) for who in ("Ben", "Cleo")),
                                     fact("play")), fact("reveal", card="k20")),
    ("92", "no-cards", HERE, fact("token", space="buy_card/double")),
    ("93", "says-later", asked(), fact("play", "Cleo")),
    ("93", "cards-first", asked(), fact("call", cell="3,0")),
    ("95", "no-such-bonus", on("goods"), fact("pick", goods="fish")),
    ("96", "no-second", on("move"), fact("again")),
    ("102", "only-double", playing(TILES, ALONE, count=1, cards=True),
     fact("token", space="move/standard")),
    ("103", "space-blocked",
     after(blocking(1, cards=True), fact("turn_up", card="k01"), fact("turn_up", card="k05")),
     fact("token", space="move/double")),
    ("104", "card-needs-token",
     playing(TILES, ALONE, count=1, cards=True).with_hand("Ann", Hand(cards=("k05",))),
     fact("reveal", card="k05")),
    ("105", "no-start-atoll", start(1, cards=True),
     fact("home", cell=start(1, cards=True).game.homes[0].removeprefix("cell/"), atoll="a8/0")),
    ("A1", "no-money", having(HERE, Ann=1), fact("token", space="income/paid")),
    ("A2", "no-cube-left", on("proliferation", also({f"9,9/x-{n}": "Ann" for n in range(18)})),
     PUT),
    ("A3", "no-post", on("move"), fact("move", from_="2,0/minister-bc", to="2,0/factory-c")),
    ("A4", "too-far", on("discovery"),
     fact("discover", from_="2,0/minister-bc", cell="0,3", atoll="a7/2")),
    ("A5", "no-goods-there",
     replace(on("goods", also({"3,0/minister-bc": "Ann"})), goods={}),
     fact("take", place="3,0/goods-c")),
    ("A8", "no-colony-for-ousted",
     replace(OUSTED, game=replace(OUSTED.game, rulings=replace(
         OUSTED.game.rulings, ousted_may_settle=OustedGoes.POSTS))),
     fact("retreat", "Ben", place="3,0/colony-b-1")),
    ("A9", "no-money", on("discovery", having(also({}, discovery_adds_distance=True), Ann=5)),
     FIND),
    ("A10", "cube-to-land", after(on("discovery"), FIND), FIND),
    ("A10", "lands-elsewhere", after(on("discovery"), FIND),
     fact("land", place="2,1/colony-b-0")),
]  # fmt: skip

RESTS_ON: dict[tuple[str, str], str] = {
    ("2", "no-cube-left"): "A2",
    ("6", "supply-empty"): "A11",
    ("13", "goods-no-vote"): "55",
    ("28", "not-your-turn"): "25",
    ("29", "no-money"): "A1",
    ("42", "no-port"): "37",
    ("105", "no-start-atoll"): "17",
    ("A4", "too-far"): "39",
    ("A9", "no-money"): "65",
}
"""Where a finding rests on another rule than the one it is a case of."""

ALLOWED: list[tuple[str, State, Fact]] = [
    ("27", after(on("move"), GO), fact("move", from_="3,0/minister-bc", to="3,0/administrator-b")),
    ("30", on("move", column="standard"), fact("done")),
    ("30", after(on("income"), PAY), fact("done")),
    ("32", after(on("proliferation"), PUT), fact("proliferate", place="2,0/colony-b-1")),
    ("33", after(on("proliferation", also({"3,0/minister-bc": "Ann"})), PUT),
     fact("proliferate", place="3,0/colony-b-1")),
    ("34", on("proliferation", also({"2,0/colony-b-1": "Ben"})), PUT),
    ("36", on("move", having(HERE, Ann=0)),
     fact("move", from_="2,0/minister-bc", to="2,0/administrator-b")),
    ("38", on("move", also({"2,0/colony-b-0": "Ann"})),
     fact("move", from_="2,0/colony-b-0", to="3,0/administrator-b")),
    ("41", on("move", playing({"2,0": "a4/0", "2,2": "a8/0"}, ALONE)),
     fact("move", from_="2,0/minister-bc", to="2,2/administrator-a")),
    ("44", after(on("income", also({"3,1/administrator-b": "Ann"})), PAY),
     fact("income", place="3,1/factory-b")),
    ("53", voting(THREE), fact("give", other="Ben", amount=3)),
    ("53", voting(THREE, fish=1), fact("give_goods", "Cleo", other="Ann", goods="fish", number=1)),
    ("53", voting(THREE), fact("promise", "Ben", other="Cleo")),
    ("54", voting(THREE), fact("abstain", "Ben")),
    ("56", votes(voting(THREE, fish=1), Ann="Ann", Ben="Ann", Cleo="Cleo"),
     fact("keep_back", "Cleo")),
    ("61", OUSTED, fact("retreat", "Ben", place="3,0/minister-ab")),
    ("86", after(DICE, fact("dice", first=2, second=5)), fact("token", space="move/double")),
    ("99", asked(), fact("no_card", "Ben")),
    ("104",
     after(blocking(1, cards=True).with_hand("Ann", Hand(cards=("k06",))),
           fact("turn_up", card="k01"), fact("turn_up", card="k05")),
     fact("reveal", card="k06")),
    ("A8", OUSTED, fact("retreat", "Ben", place="3,0/colony-b-1")),
    ("A15", on("income", column="paid"), fact("done")),
]  # fmt: skip
