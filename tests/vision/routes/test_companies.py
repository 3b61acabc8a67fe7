"""A stick's colour is told by where it lies, too: out of a harbour, joined to its company's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from companion.boards.routes_board import RoutesBoard
from companion.games.clippers.drawn.finished import finished_game
from companion.games.clippers.shipped import read_shipped_board
from vision.picture.arrays import Tones
from vision.routes.companies import STRAY, Companies

BOARD = read_shipped_board()
SPACES = tuple(BOARD.spaces)
KINDS = tuple(kind.name for kind in BOARD.stick.kinds) if BOARD.stick else ()
NATIONS = [kind.name for kind in BOARD.marker.kinds] if BOARD.marker else []
SURELY, DOUBTFUL, ELSE = 0.97, 0.3, 0.65


@pytest.mark.parametrize(
    ("route", "usual"),
    [
        ("h-red--malden", "red"),
        ("h-blue--rapa", "blue"),
        ("american-samoa--tonga", None),
        ("starbuck--palmyra", None),
    ],
)
def test_out_of_a_harbour_its_company_builds_and_from_islands_anybody(
    route: str, usual: str | None
) -> None:
    companies = Companies(BOARD, SPACES, KINDS)
    rows = [at for at, space in enumerate(SPACES) if space.startswith(f"{route}/")]

    assert rows
    for row in companies.may_be[rows]:
        told = dict(zip(KINDS, row.tolist(), strict=True))
        assert told == {kind: 1 if usual in (None, kind) else STRAY for kind in KINDS}


def test_where_companies_lay_no_sticks_of_their_own_a_harbour_says_nothing() -> None:
    board = replace(BOARD, game="routes")

    assert (Companies(board, SPACES, KINDS).may_be == 1).all()


def played(seed: int, board: RoutesBoard = BOARD) -> Mapping[str, str]:
    return finished_game(board, NATIONS, Random(seed)).position.spaces


def seen(laid: Mapping[str, str]) -> tuple[Tones, Tones, Tones]:
    """What colours surely say of such sticks, where they lie, and how many of each there are."""
    told = np.full((len(SPACES), len(KINDS)), (1 - SURELY) / len(KINDS))
    for space, kind in laid.items():
        told[SPACES.index(space), KINDS.index(kind)] = SURELY
    there = np.array([float(space in laid) for space in SPACES])
    return told, there, np.array([[*laid.values()].count(kind) for kind in KINDS], float)


def strangers_to(space: str, laid: Mapping[str, str]) -> list[str]:
    """The kinds that lie nowhere at the ends of its route, and are not at home there."""
    ends = {*_ends(space)}
    near = {kind for other, kind in laid.items() if ends & {*_ends(other)}}
    return sorted({*KINDS} - near - {BOARD.homes.get(end, "") for end in ends})


def _ends(space: str) -> tuple[str, str]:
    return BOARD.route_of_space[space].a, BOARD.route_of_space[space].b


@pytest.mark.parametrize("seed", range(3))
def test_a_doubtful_stick_is_of_the_company_to_which_it_is_joined(seed: int) -> None:
    """If it may be another's as well, of which nothing lies near; and a plain one stays so."""
    laid = played(seed)
    companies, told = Companies(BOARD, SPACES, KINDS), seen(laid)[0]
    asked = 0
    for space, kind in laid.items():
        others = strangers_to(space, laid)
        if not others or _ends(space)[0] in BOARD.harbours:
            continue
        at, other, colours = SPACES.index(space), KINDS.index(others[0]), told.copy()
        colours[at] = 0.01
        colours[at, [KINDS.index(kind), other]] = DOUBTFUL, ELSE
        plain = told.copy()
        plain[at] = 1e-6
        plain[at, other] = 0.99
        _, there, many = seen(laid)

        assert KINDS[companies.joined(colours, there, many)[at].argmax()] == kind, space
        assert companies.joined(plain, there, many)[at].argmax() == other, space
        asked += 1
    assert asked > 5


def test_where_colours_lie_at_random_a_colour_alone_counts() -> None:
    random = Random(1)
    laid = {space: random.choice(KINDS) for space in SPACES if random.random() < 0.6}
    told, there, many = seen(laid)
    at = SPACES.index(next(iter(laid)))
    told[at] = 0.01
    told[at, :2] = DOUBTFUL, ELSE

    joined = Companies(BOARD, SPACES, KINDS).joined(told, there, many)

    assert joined[at] == pytest.approx(told[at] / told[at].sum(), abs=0.1)


def test_what_is_nobodys_colour_stays_a_doubt_wherever_it_is_joined() -> None:
    laid = played(0)
    told, there, many = seen(laid)
    at = SPACES.index(next(iter(laid)))
    told[at] = 1e-4

    assert Companies(BOARD, SPACES, KINDS).joined(told, there, many)[at].sum() < 0.05
