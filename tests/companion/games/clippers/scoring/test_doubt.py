"""What hangs on a question."""

from __future__ import annotations

from random import Random

import pytest

from companion.boards.position_file import Correction, correct_position, kinds_at
from companion.boards.routes_board import RoutesBoard
from companion.games.clippers.chart.network import Network
from companion.games.clippers.scoring.doubt import effects
from companion.games.clippers.scoring.final_score import Terms, score
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.terms.editions import Rulings, SamoaCountsPurple
from companion.games.clippers.terms.granted import Grant
from companion.games.clippers.terms.players import Player
from companion.position import Position
from companion.questions import Effect, Question
from companion.reading import HIDDEN
from tests.companion.games.clippers.bay import bay, lay

BAY = bay()
PLAYERS = [Player("Ann", "french", 3), Player("Ben", "english", 3)]
POSITION = lay({"ra/0": "rr"}, {"a/0": "french", "a/1": "english"})


@pytest.mark.parametrize(
    ("place", "taken", "likely", "found"),
    [
        pytest.param("ra/0/1", "red", "empty", [("Ann", -2), ("Ben", -2)], id="a link of a chain"),
        pytest.param("ab/0/0", "empty", "red", [], id="a lane begun changes nothing"),
        pytest.param("a/0", "french", "english", [("Ann", -2), ("Ben", 2)], id="a marker"),
        pytest.param("b/0", "empty", "french", [], id="a marker where nobody comes"),
    ],
)
def test_effects(place: str, taken: str, likely: str, found: list[tuple[str, int]]) -> None:
    question = Question(place, taken, 0.5, ((taken, 0.5), (likely, 0.4)))

    change = effects(BAY, POSITION, PLAYERS, [question])

    assert change[place] == ((Effect(likely, tuple(found)),) if found else ())


def hidden(place: str, *likely: str) -> Question:
    return Question(place, HIDDEN, 0.9, tuple((kind, 0.04) for kind in likely))


@pytest.mark.parametrize(
    ("question", "found"),
    [
        pytest.param(
            hidden("a/2"),
            [("french", [("Ann", 2)]), ("english", [("Ben", 2)])],
            id="a slot, anybody's",
        ),
        pytest.param(
            hidden("a/2", "english"),
            [("english", [("Ben", 2)]), ("french", [("Ann", 2)])],
            id="what is likely first",
        ),
        pytest.param(hidden("c/0"), [], id="a slot where nobody comes"),
        pytest.param(
            hidden("as/0/0"),
            [("red", [("Ann", 5)]), ("purple", [("Ann", 2), ("Ben", 2)])],
            id="a whole lane, of who comes to its ends",
        ),
        pytest.param(hidden("bc/0/0", "empty"), [], id="counted as empty already"),
        pytest.param(hidden("ab/0/0"), [], id="a lane begun"),
    ],
)
def test_a_hidden_place_tells_of_all_that_may_lie_there(
    question: Question, found: list[tuple[str, list[tuple[str, int]]]]
) -> None:
    slots = {"a/0": "french", "a/1": "english", "samoa/0": "french"}
    position = lay({"ra/0": "rr"}, slots)

    [told] = effects(BAY, position, PLAYERS, [question]).values()

    assert [(each.answer, list(each.changes)) for each in told] == found


@pytest.mark.parametrize("seed", range(20))
def test_an_effect_is_what_the_score_would_be(seed: int) -> None:
    """On positions drawn by lot, by any rulings, with sticks that a table allowed."""
    random, board = Random(seed), BAY
    terms = Terms(
        Rulings(samoa_counts_purple=random.choice(list(SamoaCountsPurple))),
        frozenset(
            Grant(space, random.choice(["stick-hangs", "stick-against-arrow"]))
            for space in random.sample([*board.spaces], 3)
        ),
    )
    companies, nations = ["red", "red", "blue", "purple"], [p.nation for p in PLAYERS]
    spaces = {space: random.choice(companies) for space in board.spaces if random.random() < 0.7}
    slots = {slot: random.choice(nations) for slot in board.slots if random.random() < 0.7}
    position = Position(spaces, slots)
    unseen = [hidden(each) for each in board.places if each not in {**spaces, **slots}]
    read = [
        Question(at, kind, 0.5, ((kind, 0.5), *((other, 0.1) for other in kinds_at(board, at))))
        for at, kind in {**spaces, **slots}.items()
    ]

    told = effects(board, position, PLAYERS, [*unseen, *read], terms)

    for place in told:
        changes = {each.answer: dict(each.changes) for each in told[place]}
        for kind in kinds_at(board, place):
            other = correct_position(board, position, (Correction(place, kind),))
            assert changes.get(kind, {}) == gained(board, position, other, terms)


def gained(board: RoutesBoard, before: Position, after: Position, terms: Terms) -> dict[str, int]:
    now, then = (score(board, each, PLAYERS, terms) for each in (before, after))
    totals = {each.player: each.total for each in now.standings}
    more = {each.player: each.total - totals[each.player] for each in then.standings}
    return {player: points for player, points in more.items() if points}


def test_where_all_is_hidden_few_chains_are_followed() -> None:
    board, followed = read_shipped_board(), []

    class Counting(Terms):
        def network(self, board: RoutesBoard, position: Position) -> Network:
            followed.append(position)
            return super().network(board, position)

    found = effects(board, Position({}, {}), PLAYERS, [*map(hidden, board.places)], Counting())

    one_space = sum(len(lane.spaces) == 1 for r in board.routes.values() for lane in r.lanes)
    assert set(found) == set(board.places)
    assert len(followed) <= 1 + one_space * len(kinds_at(board, next(iter(board.spaces))))
