"""Elections: votes, goods, ties, the crown and the ousted baron. Rules 48 to 62."""

from __future__ import annotations

import pytest

from companion.games.big_kini.course.apply import IN_DEAL
from companion.games.big_kini.course.election import tally
from companion.games.big_kini.judging.choices import awaited, choices
from companion.games.big_kini.rules.notes import notes
from companion.games.big_kini.state.election import Stage
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.events import KeptBack
from companion.games.big_kini.terms.rulings import OustedGoes
from tests.companion.games.big_kini.tables import (
    Fact,
    after,
    event,
    fact,
    found,
    holding,
    playing,
)

TILES = {"2,0": "a4/0", "3,0": "a8/0"}
"""A start atoll, where no goods are votes; atoll 8, where fish are."""


def called(cubes: dict[str, str]) -> State:
    """An election on atoll 8, called by the first player; Cleo has three fish and a pearl."""
    state = playing(TILES, {f"3,0/{spot}": who for spot, who in cubes.items()})
    state = holding(state, "Cleo", fish=3, pearl=1)
    return after(state, fact("token", space="election/double"), fact("call", cell="3,0"))


BOTH = {"minister-ab": "Ann", "administrator-b": "Ben"}
WITH_CLEO = {**BOTH, "administrator-c": "Cleo"}
BARON = {"baron": "Ben", "minister-ab": "Ann", "administrator-a": "Ann", "colony-b-0": "Ann"}


@pytest.mark.parametrize(
    ("cubes", "told"),
    [
        (BOTH, []),
        ({"minister-ab": "Ann", "colony-b-0": "Ben"}, []),
        ({"minister-ab": "Ann"}, [("one-cube", "51")]),
        ({"minister-ab": "Ben", "colony-b-0": "Ben"}, [("not-represented", "50")]),
    ],
)
def test_who_may_call_an_election(cubes: dict[str, str], told: list[tuple[str, str]]) -> None:
    """Rules 50 and 51; vectors V16, V17 and V19."""
    state = playing(TILES, {f"3,0/{spot}": who for spot, who in cubes.items()})
    state = after(state, fact("token", space="election/double"))

    assert found(state, fact("call", cell="3,0")) == told


def test_one_election_on_each_atoll_in_a_round() -> None:
    """Rule 52; vector V18."""
    state = after(called(BOTH), fact("vote", candidate="Ann", votes=1), fact("abstain", "Ben"))

    assert state.election is None
    assert found(state, fact("call", cell="3,0")) == [("election-held", "52")]
    assert state.cubes["cell/3,0/baron"] == "Ann"
    assert "cell/3,0/minister-ab" not in state.cubes


@pytest.mark.parametrize(
    ("cubes", "player", "votes"),
    [
        (BARON, "Ben", 2),
        (BARON, "Ann", 3),
        ({"colony-b-0": "Ben", "minister-ab": "Ann", "colony-b-1": "Ben"}, "Ben", 2),
    ],
)
def test_the_baron_has_two_votes_and_every_other_cube_one(
    cubes: dict[str, str], player: str, votes: int
) -> None:
    """Rule 54; vector V9."""
    state = called(cubes)
    more = fact("vote", player, candidate="Ann", votes=votes + 1)

    assert found(state, fact("vote", player, candidate="Ann", votes=votes)) == []
    assert found(state, more) == [("too-many-votes", "54")]


IN_IT: dict[str, tuple[State, Fact, list[tuple[str, str]]]] = {
    "who has no cube there has no vote": (
        called(BOTH),
        fact("vote", "Cleo", candidate="Ann", votes=1),
        [("not-represented", "54")],
    ),
    "a colonist can't be elected": (
        called({"minister-ab": "Ann", "colony-b-0": "Ben"}),
        fact("vote", "Ben", candidate="Ben", votes=1),
        [("no-candidate", "49")],
    ),
    "nobody acts meanwhile": (
        called(BOTH),
        fact("call", cell="2,0"),
        [("election-goes-on", "58")],
    ),
    "nor is a second one called there meanwhile": (
        called(BOTH),
        fact("call", "Ben", cell="3,0"),
        [("election-goes-on", "58"), ("election-held", "52")],
    ),
    "goods come after the votes": (
        called(WITH_CLEO),
        fact("show", "Cleo", goods="fish", number=1),
        [("votes-first", "56")],
    ),
    "nobody votes twice": (
        after(called(BOTH), fact("abstain")),
        fact("vote", candidate="Ann", votes=1),
        [("voted-already", "54")],
    ),
    "no vote without an election": (
        playing(TILES),
        fact("vote", candidate="Ann", votes=1),
        [("no-election", "50")],
    ),
}


@pytest.mark.parametrize(("state", "told", "expected"), IN_IT.values(), ids=IN_IT)
def test_what_is_told_in_an_election(
    state: State, told: Fact, expected: list[tuple[str, str]]
) -> None:
    assert found(state, told) == expected


def two_against_one() -> State:
    """All have voted: two for Ann, one for Cleo, who is behind and has fish."""
    return after(
        called(WITH_CLEO),
        fact("vote", candidate="Ann", votes=1),
        fact("vote", "Ben", candidate="Ann", votes=1),
        fact("vote", "Cleo", candidate="Cleo", votes=1),
    )


def test_who_is_behind_shows_goods_of_the_kind_that_counts() -> None:
    """Rules 55 to 57; vectors V11 and V12."""
    state = two_against_one()
    assert state.election is not None
    assert state.election.stage is Stage.GOODS

    wrong = fact("show", "Cleo", goods="pearl", number=1)
    ahead = fact("show", goods="fish", number=1)
    too_many = fact("show", "Cleo", goods="fish", number=4)
    assert found(state, wrong) == [("goods-no-vote", "55")]
    assert found(state, ahead) == [("ahead-already", "56"), ("goods-not-in-hand", "47")]
    assert found(state, too_many) == [("goods-not-in-hand", "47")]

    state = after(state, fact("show", "Cleo", goods="fish", number=2))
    assert state.election is None
    assert state.cubes["cell/3,0/baron"] == "Cleo"
    assert state.hand("Cleo").goods == {"fish": 1, "pearl": 1}
    assert state.supply["fish"] == 14


def test_the_opponent_may_answer_and_so_on() -> None:
    """Rule 56: whoever falls behind is asked again."""
    state = holding(two_against_one(), "Ann", fish=1)
    state = after(state, fact("show", "Cleo", goods="fish", number=2))
    assert state.election is not None
    assert tally(state, state.election) == {"Ann": 2, "Ben": 0, "Cleo": 3}
    assert found(state, fact("show", goods="fish", number=1)) == []

    state = after(state, fact("show", goods="fish", number=1))
    assert state.election is not None
    assert found(state, fact("show", "Cleo", goods="fish", number=1)) == []
    state = after(state, fact("keep_back", "Cleo"))
    state = after(state, fact("keep_back"))
    assert state.election is not None
    assert state.election.stage is Stage.DECIDING


def test_several_behind_speak_clockwise_from_the_callers_left() -> None:
    """Rule 57."""
    state = holding(holding(called(WITH_CLEO), "Ben", fish=1), "Cleo", fish=1)
    for voter in ("Ann", "Ben", "Cleo"):
        state = after(state, fact("vote", voter, candidate="Ann", votes=1))

    assert found(state, fact("show", "Cleo", goods="fish", number=1)) == [("speaks-later", "57")]
    assert found(state, fact("keep_back", "Ben")) == []


def show(player: str, number: int = 1) -> Fact:
    return fact("show", player, goods="fish", number=number)


def keeps(player: str) -> Fact:
    return fact("keep_back", player)


ROUND: dict[str, tuple[list[Fact], tuple[str, ...]]] = {
    "the first on the caller's left": ([], ("Ben",)),
    "who has shown some may show more, or the next one does": ([show("Ben")], ("Ben", "Cleo")),
    "then it is the next one's turn": ([show("Ben"), show("Cleo")], ("Cleo", "Dan")),
    "and so round": ([show("Ben"), show("Cleo"), show("Dan")], ("Dan", "Ben")),
    "who keeps back is passed over": ([show("Ben"), keeps("Cleo")], ("Ben", "Dan")),
    "who says that he is done is too": ([show("Ben"), keeps("Ben")], ("Cleo",)),
    "until somebody shows": ([show("Ben"), keeps("Cleo"), show("Dan")], ("Dan", "Ben")),
    "the caller too who is behind": ([keeps("Ben"), keeps("Cleo"), show("Dan", 5)], ("Ann",)),
    "and who is behind after him": (
        [show("Ben"), show("Cleo"), show("Dan", 5), keeps("Ann")],
        ("Ben",),
    ),
}


@pytest.mark.parametrize(("said", "may"), ROUND.values(), ids=ROUND)
def test_goods_go_round_clockwise(said: list[Fact], may: tuple[str, ...]) -> None:
    """Rule 57, point A20: four for Ann, who called, and one each for the others."""
    own = {f"3,0/{at}": "Ann" for at in ("minister-ab", "minister-bc", "colony-b-0", "colony-b-1")}
    others = dict(zip("abc", ("Ben", "Cleo", "Dan"), strict=True))
    state = playing(
        TILES, own | {f"3,0/administrator-{at}": who for at, who in others.items()}, count=4
    )
    for player in state.players:
        state = holding(state, player, fish=6)
    state = after(state, fact("token", space="election/double"), fact("call", cell="3,0"))
    for player, votes in zip(state.players, (4, 1, 1, 1), strict=True):
        state = after(state, fact("vote", player, candidate=player, votes=votes))
    for each in said:
        assert found(state, each) == []
        state = after(state, each)
    assert state.election is not None

    assert awaited(state) == may
    for player in state.players:
        told = {code for code, _ in found(state, keeps(player))}
        assert (not told) is (player in may)
        assert told <= {"speaks-later", "ahead-already"}
    assert {
        choice.event.player for choice in choices(state) if isinstance(choice.event, KeptBack)
    } == {*may}


@pytest.mark.parametrize(
    ("cell", "told"),
    [("3,0", [("60", "Ann")]), ("2,0", [("60", "Ann"), ("60", "Ben")])],
)
def test_what_an_election_came_to_is_told_with_the_call_of_another(
    cell: str, told: list[tuple[str, str]]
) -> None:
    """Rule 59: level, and nobody says for whom the caller decides; Ben calls another meanwhile."""
    own = {"3,0/minister-ab": "Ann", "3,0/administrator-b": "Ben", "2,0/administrator-b": "Ben"}
    state = playing(TILES, {**own, "2,0/colony-b-0": "Ben"})
    state = after(
        state,
        *(fact("token", space="election/double"), fact("call", cell="3,0")),
        *(fact("vote", candidate="Ann", votes=1), fact("vote", "Ben", candidate="Ben", votes=1)),
    )
    assert state.election is not None
    assert state.election.stage is Stage.DECIDING
    call = fact("call", "Ben", cell=cell)
    noted = notes(state, event(state, call), after(state, call))

    elected = [each for each in noted if each.code == "baron-elected"]
    assert [(each.rule, each.params["player"]) for each in elected] == told
    assert {each.places[0] for each in elected} >= {"cell/3,0/baron"}


def test_no_goods_count_on_a_start_atoll() -> None:
    """Rule 13; vector V13: nobody is asked for any."""
    state = playing(TILES, {"2,0/minister-ab": "Ann", "2,0/administrator-b": "Ben"})
    state = holding(state, "Ann", fish=1)
    state = after(
        state,
        fact("token", space="election/double"),
        fact("call", cell="2,0"),
        fact("vote", candidate="Ann", votes=1),
        fact("vote", "Ben", candidate="Ben", votes=1),
    )

    assert state.election is not None
    assert state.election.stage is Stage.DECIDING


def test_the_caller_decides_a_tie() -> None:
    """Rule 59; vector V10."""
    state = after(
        called(BOTH),
        fact("vote", candidate="Ann", votes=1),
        fact("vote", "Ben", candidate="Ben", votes=1),
    )
    assert found(state, fact("decide", "Ben", candidate="Ben")) == [("caller-decides", "59")]
    assert found(state, fact("decide", candidate="Cleo")) == [("not-level", "59")]

    state = after(state, fact("decide", candidate="Ben"))
    assert state.cubes["cell/3,0/baron"] == "Ben"


def test_the_winner_says_which_cube_and_the_ousted_where_he_goes() -> None:
    """Rules 60 and 61: also to the space that the new baron has left."""
    state = after(
        called(BARON),
        fact("vote", candidate="Ann", votes=3),
        fact("vote", "Ben", candidate="Ben", votes=2),
    )
    assert found(state, fact("crown", place="3,0/colony-b-0")) == [("colonist-elected", "49")]
    assert found(state, fact("crown", "Ben", place="3,0/baron")) == [("not-winner", "60")]

    state = after(state, fact("crown", place="3,0/minister-ab"))
    assert state.cubes["cell/3,0/baron"] == "Ann"
    assert state.supply_of("Ben") == 19
    taken = fact("retreat", "Ben", place="3,0/administrator-a")
    assert found(state, taken) == [("not-free-there", "61")]
    assert found(state, fact("retreat", "Ben", place="3,0/minister-ab")) == []
    assert found(state, fact("retreat", "Ben", place="3,0/colony-b-1")) == []

    state = after(state, fact("retreat", "Ben", place="3,0/minister-ab"))
    assert state.election is None
    assert state.cubes["cell/3,0/minister-ab"] == "Ben"


def test_a_table_may_keep_the_ousted_off_colony_spaces() -> None:
    """Point A8."""
    state = playing(
        TILES,
        {f"3,0/{spot}": who for spot, who in BARON.items()},
        ousted_may_settle=OustedGoes.POSTS,
    )
    state = after(
        state,
        fact("token", space="election/double"),
        fact("call", cell="3,0"),
        fact("vote", candidate="Ann", votes=3),
        fact("abstain", "Ben"),
        fact("crown", place="3,0/minister-ab"),
    )

    told = fact("retreat", "Ben", place="3,0/colony-b-1")
    assert found(state, told) == [("no-colony-for-ousted", "A8")]


def test_the_baron_in_office_stays_where_he_wins() -> None:
    """Rule 60: his cube is where it belongs."""
    state = after(
        called(BARON),
        fact("abstain"),
        fact("vote", "Ben", candidate="Ben", votes=2),
    )

    assert state.election is None
    assert state.cubes["cell/3,0/baron"] == "Ben"
    assert "cell/3,0" in state.held


def test_where_there_are_colonists_only_the_seat_stays_empty() -> None:
    """Point A7."""
    state = after(
        called({"colony-b-0": "Ann", "colony-b-1": "Ben"}),
        fact("abstain"),
        fact("abstain", "Ben"),
    )

    assert state.election is None
    assert "cell/3,0/baron" not in state.cubes


def test_where_one_player_stands_alone_the_election_is_over_as_it_is_called() -> None:
    """Rules 54 and 58: whatever he votes, he wins; his cube is said where he has several."""
    state = called({"minister-ab": "Ann", "colony-b-0": "Ann"})

    assert state.election is None
    assert state.cubes["cell/3,0/baron"] == "Ann"

    several = called({"minister-ab": "Ann", "administrator-b": "Ann"})
    assert several.election is not None
    assert several.election.stage is Stage.CROWNING


def test_deals_may_be_made_among_three() -> None:
    """Rule 53: among two there are none to choose."""

    def deals(cubes: dict[str, str]) -> set[str]:
        events = (choice.event for choice in choices(called(cubes)))
        return {type(each).__name__ for each in events if isinstance(each, IN_DEAL)}

    assert deals(WITH_CLEO) == {"MoneyGiven", "GoodsGiven", "Promised"}
    assert deals(BOTH) == set()
