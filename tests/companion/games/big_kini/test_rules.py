"""One rule a case: what may be done, and what is told of what may not."""

from __future__ import annotations

import pytest

from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.rulings import (
    DiscoveryCost,
)
from tests.companion.games.big_kini.tables import (
    FIND,
    GO,
    HERE,
    PAY,
    PUT,
    TAKE,
    TILES,
    TWO,
    Fact,
    after,
    also,
    fact,
    found,
    having,
    on,
    playing,
    start,
)

POOR = having(HERE, Ann=1)
CASES: dict[str, tuple[State, Fact, list[tuple[str, str]]]] = {
    # Tokens: rules 25 to 29.
    "the first player begins": (HERE, fact("token", space="move/double"), []),
    "nobody else does": (
        HERE,
        fact("token", "Ben", space="move/double"),
        [("not-your-turn", "25")],
    ),
    "one token on each space": (
        after(on("move"), fact("done")),
        fact("token", "Ben", space="move/double"),
        [("space-taken", "25")],
    ),
    "another space of the row is free": (
        after(on("move"), fact("done")),
        fact("token", "Ben", space="move/standard"),
        [],
    ),
    "two players use double spaces only": (
        TWO,
        fact("token", space="move/standard"),
        [("only-double", "26")],
    ),
    "a paid space is paid": (POOR, fact("token", space="move/paid"), [("no-money", "A1")]),
    "cards are bought only with cards": (
        HERE,
        fact("token", space="buy_card/double"),
        [("no-cards", "92")],
    ),
    "the next player's token ends a turn": (
        on("move"),
        fact("token", "Ben", space="move/standard"),
        [],
    ),
    # Proliferation: rules 31 to 35.
    "a colonist on a free space": (
        on("proliferation"),
        PUT,
        [],
    ),
    "without influence": (
        on("proliferation"),
        fact("proliferate", place="3,0/colony-b-1"),
        [("no-influence", "15")],
    ),
    "a colonist gives no influence": (
        on("proliferation", also({"3,0/colony-b-1": "Ann"})),
        fact("proliferate", place="3,0/colony-b-0"),
        [("place-taken", "31")],
    ),
    "on no colony": (
        on("proliferation"),
        fact("proliferate", place="2,0/administrator-b"),
        [("no-colony-space", "31")],
    ),
    "on a taken space": (
        on("proliferation", also({"2,0/colony-b-0": "Ben"})),
        PUT,
        [("place-taken", "31")],
    ),
    "beside another's colonist": (
        on("proliferation", also({"2,0/colony-b-1": "Ben"})),
        PUT,
        [],
    ),
    "with all twenty cubes on the table": (
        on(
            "proliferation",
            also({f"-1,3/far-{nth}": "Ann" for nth in range(18)}),
        ),
        PUT,
        [("no-cube-left", "A2")],
    ),
    # Moves: rules 36 to 42.
    "within an atoll": (
        on("move"),
        fact("move", from_="2,0/minister-bc", to="2,0/administrator-b"),
        [],
    ),
    "within an atoll without the port, from a colony": (
        after(on("move"), fact("done"), fact("token", "Ben", space="move/standard")),
        fact("move", "Ben", from_="3,0/colony-b-0", to="3,0/administrator-c"),
        [],
    ),
    "to the next atoll": (
        on("move"),
        GO,
        [],
    ),
    "two steps by a port of two ships": (
        on("move"),
        fact("move", from_="2,0/minister-bc", to="3,1/administrator-a"),
        [],
    ),
    "three steps": (
        on("move"),
        fact("move", from_="2,0/minister-bc", to="3,2/administrator-b"),
        [("too-far", "39")],
    ),
    "without influence on the port": (
        on("move", playing(TILES, {"2,0/minister-bc": "Ann"})),
        GO,
        [("no-port", "37")],
    ),
    "from an atoll that has no port": (
        on("move", also({"3,2/minister-ab": "Ann"})),
        fact("move", from_="3,2/minister-ab", to="3,1/administrator-a"),
        [("no-port", "37")],
    ),
    "by a cube that has the port itself": (
        on("move"),
        fact("move", from_="2,0/administrator-a", to="3,0/minister-bc"),
        [],
    ),
    "when it has left the others stay": (
        after(on("move"), fact("move", from_="2,0/administrator-a", to="3,0/minister-bc")),
        fact("move", from_="2,0/minister-bc", to="3,0/administrator-b"),
        [("no-port", "37")],
    ),
    "to a hidden atoll": (
        on("move"),
        fact("move", from_="2,0/minister-bc", to="2,1/minister-bc"),
        [("not-discovered", "37")],
    ),
    "to the baron's space": (
        on("move"),
        fact("move", from_="2,0/minister-bc", to="2,0/baron"),
        [("baron-by-election", "48")],
    ),
    "to a colony space": (
        on("move"),
        fact("move", from_="2,0/minister-bc", to="2,0/colony-b-0"),
        [("colony-by-proliferation", "35")],
    ),
    "to a factory": (
        on("move"),
        fact("move", from_="2,0/minister-bc", to="2,0/factory-c"),
        [("no-post", "A3")],
    ),
    "to a taken post": (
        on("move"),
        fact("move", from_="2,0/minister-bc", to="3,0/minister-ab"),
        [("place-taken", "A3")],
    ),
    "another's cube": (
        on("move"),
        fact("move", from_="3,0/colony-b-0", to="3,0/administrator-c"),
        [("no-cube-there", "38")],
    ),
    "a move that cannot be paid": (
        on("move", having(HERE, Ann=0)),
        GO,
        [("no-money", "40")],
    ),
    "a move within an atoll costs nothing": (
        on("move", having(HERE, Ann=0)),
        fact("move", from_="2,0/minister-bc", to="2,0/administrator-b"),
        [],
    ),
    # Income and goods: rules 43 to 46.
    "what a factory pays": (on("income"), PAY, []),
    "a factory of others": (
        on("income"),
        fact("income", place="3,1/factory-b"),
        [("no-influence", "15")],
    ),
    "a factory pays once a round": (after(on("income"), PAY), PAY, [("factory-used", "45")]),
    "no factory": (on("income"), fact("income", place="3,0/goods-c"), [("no-factory", "43")]),
    "goods of others": (
        on("goods"),
        fact("take", place="3,0/goods-c"),
        [("no-influence", "15")],
    ),
    "goods of one's own": (
        on("goods", also({"3,0/minister-bc": "Ann"})),
        TAKE,
        [],
    ),
    "goods that were taken": (
        after(on("goods", also({"3,0/minister-bc": "Ann"})), TAKE),
        TAKE,
        [("no-goods-there", "A5")],
    ),
    "goods of any kind without a card": (
        on("goods"),
        fact("pick", goods="fish"),
        [("no-such-bonus", "95")],
    ),
    # Discovery: rules 63 to 67.
    "a hidden atoll": (
        on("discovery"),
        FIND,
        [],
    ),
    "an atoll that lies open": (
        on("discovery"),
        fact("discover", from_="2,0/minister-bc", cell="3,0", atoll="a7/2"),
        [("discovered-already", "63")],
    ),
    "an atoll too far away": (
        on("discovery"),
        fact("discover", from_="2,0/minister-bc", cell="0,3", atoll="a7/2"),
        [("too-far", "39")],
    ),
    "a discovery that cannot be paid": (
        on("discovery", having(HERE, Ann=4)),
        FIND,
        [("no-money", "65")],
    ),
    "a discovery at seven": (
        on("discovery", having(also({}, discovery_costs=DiscoveryCost.SEVEN), Ann=6)),
        FIND,
        [("no-money", "65")],
    ),
    "a discovery with the distance": (
        on("discovery", having(also({}, discovery_adds_distance=True), Ann=5)),
        FIND,
        [("no-money", "65")],
    ),
    "an atoll that lies elsewhere": (
        on("discovery"),
        fact("discover", from_="2,0/minister-bc", cell="2,1", atoll="a8/2"),
        [("atoll-elsewhere", "20")],
    ),
    "an atoll that is in the box": (
        on("discovery"),
        fact("discover", from_="2,0/minister-bc", cell="2,1", atoll="a17/2"),
        [("atoll-not-in-play", "16")],
    ),
    "the cube lands first": (
        after(on("discovery"), FIND),
        FIND,
        [("cube-to-land", "A10")],
    ),
    "it lands on a post of the new atoll": (
        after(on("discovery"), FIND),
        fact("land", place="2,1/minister-bc"),
        [],
    ),
    "it lands on no colony": (
        after(on("discovery"), FIND),
        fact("land", place="2,1/colony-b-0"),
        [("lands-elsewhere", "A10")],
    ),
    "it lands nowhere else": (
        after(on("discovery"), FIND),
        fact("land", place="2,0/administrator-b"),
        [("lands-elsewhere", "A10")],
    ),
    # An action belongs to its token: rules 25 and 30.
    "another action than the token's": (
        on("income"),
        GO,
        [("other-action", "25")],
    ),
    "more than the token allows": (
        after(on("move", column="standard"), GO),
        fact("move", from_="3,0/minister-bc", to="3,0/administrator-b"),
        [("not-your-turn", "25")],
    ),
    "an action without a token, of several spaces": (HERE, GO, [("no-token", "25")]),
    "nothing to forgo": (HERE, fact("done"), [("nothing-to-forgo", "30")]),
    "all of it may be forgone": (on("move"), fact("done"), []),
}


@pytest.mark.parametrize(("state", "told", "expected"), CASES.values(), ids=CASES)
def test_what_is_told_of_a_fact(state: State, told: Fact, expected: list[tuple[str, str]]) -> None:
    assert found(state, told) == expected


SET_UP: dict[str, tuple[State, Fact, list[tuple[str, str]]]] = {
    "who sits at the right chooses first": (
        start(3),
        fact("home", "Cleo", cell="2,0", atoll="a1/0"),
        [],
    ),
    "not the first player": (
        start(3),
        fact("home", "Ann", cell="2,0", atoll="a1/0"),
        [("chooses-later", "19")],
    ),
    "on a place marked H": (
        start(3),
        fact("home", "Cleo", cell="1,1", atoll="a1/0"),
        [("not-a-home", "19")],
    ),
    "a start atoll": (
        start(3),
        fact("home", "Cleo", cell="2,0", atoll="a8/0"),
        [("no-start-atoll", "17")],
    ),
    "one that nobody has": (
        after(start(3), fact("home", "Cleo", cell="2,0", atoll="a1/0")),
        fact("home", "Ben", cell="-1,3", atoll="a1/0"),
        [("atoll-taken", "19")],
    ),
    "on a home that nobody has": (
        after(start(3), fact("home", "Cleo", cell="2,0", atoll="a1/0")),
        fact("home", "Ben", cell="2,0", atoll="a2/0"),
        [("home-taken", "19")],
    ),
    "tokens come later": (start(3), fact("token", space="move/double"), [("homes-first", "19")]),
    "no dice without blocked spaces": (
        HERE,
        fact("dice", first=2, second=5),
        [("not-in-a-round", "24")],
    ),
}


@pytest.mark.parametrize(("state", "told", "expected"), SET_UP.values(), ids=SET_UP)
def test_what_is_told_before_the_first_turn(
    state: State, told: Fact, expected: list[tuple[str, str]]
) -> None:
    assert found(state, told) == expected
