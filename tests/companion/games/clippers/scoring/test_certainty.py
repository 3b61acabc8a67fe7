"""Who wins is said only where no answer to the open questions can change it."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from companion.boards.position_file import Correction, correct_position, kinds_at
from companion.games.clippers.scoring.certainty import winners_stand
from companion.games.clippers.scoring.final_score import Terms, score
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.terms.editions import Rulings, SamoaCountsPurple
from companion.games.clippers.terms.players import Player
from companion.position import Position
from companion.questions import Question
from companion.reading import EMPTY, HIDDEN

BOARD = read_shipped_board()
RED = ("h-red--malden/0/0", "h-red--malden/0/1", "malden--starbuck/0/0")
PLAYERS = (Player("Pauline", "japanese", 5), Player("Jean-Luc", "french", 4))
SLOTS = {"malden/0": "french", "starbuck/0": "japanese", "starbuck/1": "french"}


def asked(place: str, taken: str, *others: str) -> Question:
    return Question(place, taken, 0.6, tuple((kind, 0.3) for kind in (taken, *others)))


@pytest.mark.parametrize(
    ("money", "question", "stands"),
    [
        pytest.param((5, 4), None, True, id="nothing is asked"),
        pytest.param((5, 1), asked(RED[2], "red", EMPTY), True, id="both lose the same"),
        pytest.param((5, 4), asked(RED[0], "red", EMPTY), False, id="one loses more"),
        pytest.param((30, 4), asked(RED[0], "red", EMPTY), True, id="far ahead"),
        pytest.param((5, 4), asked("malden/0", "french", "japanese"), False, id="whose port"),
        pytest.param((5, 4), asked("guam/0", EMPTY, "japanese"), True, id="a port of nothing"),
        pytest.param((5, 4), asked("guam--palau/0/0", EMPTY, "red"), True, id="a loose stick"),
        pytest.param((9, 4), asked("malden/1", EMPTY, "french"), False, id="more for the second"),
    ],
)
def test_what_can_change_the_winner(
    money: tuple[int, int], question: Question | None, stands: bool
) -> None:
    players = [Player(p.name, p.nation, each) for p, each in zip(PLAYERS, money, strict=True)]
    position = Position(dict.fromkeys(RED, "red"), SLOTS)
    winners = set(score(BOARD, position, players).winners)

    said = winners_stand(BOARD, position, players, [question] if question else [], winners)

    assert said is stands


def test_on_a_hidden_place_anything_may_lie() -> None:
    position = Position(dict.fromkeys(RED, "red"), SLOTS)
    hidden = Question("malden/1", HIDDEN, 0.9, ((EMPTY, 0.99),))
    ahead = (Player("Pauline", "japanese", 9), PLAYERS[1])

    assert not winners_stand(BOARD, position, ahead, [hidden], {"Pauline"})


@pytest.mark.parametrize("seed", range(40))
def test_where_it_stands_no_answers_together_change_it(seed: int) -> None:
    """Against every combination, on positions drawn by lot."""
    random = Random(seed)
    terms = Terms(Rulings(samoa_counts_purple=random.choice(list(SamoaCountsPurple))))
    nations = [player.nation for player in PLAYERS]
    colours = ["red", "green", "white", "purple"]
    spaces = {space: random.choice(colours) for space in BOARD.spaces if random.random() < 0.7}
    slots = {slot: random.choice(nations) for slot in BOARD.slots if random.random() < 0.2}
    position = Position(spaces, slots)
    players = [Player(p.name, p.nation, random.randrange(25)) for p in PLAYERS]
    places = random.sample([*BOARD.spaces, *BOARD.slots], 5)
    taken = {place: {**spaces, **slots}.get(place, EMPTY) for place in places}
    others = {place: random.choice(kinds_at(BOARD, place)) for place in places}
    questions = [asked(place, taken[place], others[place]) for place in places]
    winners = set(score(BOARD, position, players, terms).winners)

    if winners_stand(BOARD, position, players, questions, winners, terms):
        for answers in product(*((taken[place], others[place]) for place in places)):
            said = tuple(map(Correction, places, answers))
            other = correct_position(BOARD, position, said)
            assert set(score(BOARD, other, players, terms).winners) == winners
