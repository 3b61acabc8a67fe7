"""Pieces that nobody plays with: which of the missing ones they are."""

from __future__ import annotations

import pytest

from companion.reading import EMPTY, HIDDEN, Reading, Seen
from companion.watching.moving_pieces.strangers import Strangers

Shares = dict[str, float]
LIES = {"pink": "alger", "yellow": "alger"}


def told_apart(blue: Shares, **played: Shares) -> dict[str, Shares]:
    """Where the ships that are played with are told to be, when a blue one is seen besides."""
    pieces = {kind: seen(shares) for kind, shares in {"blue": blue, **played}.items()}
    told = Strangers().told_apart(Reading({}, {}, pieces=pieces), LIES, set(LIES)).pieces
    return {kind: dict(told[kind].likely) for kind in played}


def seen(shares: Shares) -> Seen:
    likely = tuple(sorted(shares.items(), key=lambda pair: -pair[1]))
    return Seen(*likely[0], likely)


def test_of_two_missing_ships_a_stranger_is_the_one_that_it_looks_like() -> None:
    told = told_apart(
        {"alger": 0.88, EMPTY: 0.12},
        yellow={EMPTY: 0.95, "alger": 0.05},
        pink={EMPTY: 0.999},
    )

    assert told["yellow"]["alger"] > 0.75
    assert told["pink"][EMPTY] > 0.95


def test_what_stands_there_is_either_the_ship_or_the_stranger_that_looks_like_it() -> None:
    told = told_apart(
        {"alger": 0.4, EMPTY: 0.6},
        yellow={"alger": 0.5, EMPTY: 0.46, "perth": 0.04},
        pink={"perth": 1.0},
    )

    assert told["yellow"] == pytest.approx({"alger": 0.86, EMPTY: 0.1, "perth": 0.04})
    assert told["pink"] == {"perth": 1.0}


def test_a_ship_that_is_hardly_missing_is_no_stranger() -> None:
    told = told_apart(
        {"alger": 0.4, EMPTY: 0.6},
        yellow={"alger": 0.8, EMPTY: 0.2},
        pink={"perth": 1.0},
    )

    assert told["yellow"] == {"alger": 0.8, EMPTY: 0.2}


@pytest.mark.parametrize(
    ("black", "yellow", "told"),
    [
        pytest.param(
            {"alger": 0.68, EMPTY: 0.32}, {EMPTY: 0.69, "alger": 0.31}, 0.92, id="one piece"
        ),
        pytest.param(
            {"alger": 0.68, EMPTY: 0.32}, {"alger": 0.6, EMPTY: 0.4}, 0.6, id="two side by side"
        ),
        pytest.param(
            {"alger": 0.97, EMPTY: 0.03}, {EMPTY: 0.69, "alger": 0.31}, 0.31, id="surely black"
        ),
        pytest.param(
            {"perth": 0.68, EMPTY: 0.32}, {EMPTY: 0.69, "alger": 0.31}, 0.31, id="elsewhere"
        ),
    ],
)
def test_a_piece_half_seen_where_another_lies_is_rather_that_one(
    black: Shares, yellow: Shares, told: float
) -> None:
    """The black one is played with and lies nowhere: it may come, and where it comes is told."""
    pieces = {"black": seen(black), "yellow": seen(yellow)}
    lies = {"yellow": "alger", "black": EMPTY}

    reading = Reading({}, {}, pieces=pieces)
    heard = Strangers().told_apart(reading, lies, set(lies)).pieces

    assert dict(heard["yellow"].likely)["alger"] == pytest.approx(told, abs=0.01)
    assert (heard["black"].answer == HIDDEN) == (told > 0.9)


@pytest.mark.parametrize(
    ("lay", "hidden"),
    [pytest.param("alger", False, id="where it lay"), pytest.param("perth", True, id="elsewhere")],
)
def test_a_piece_that_is_half_seen_where_it_lay_last_has_never_left(lay: str, hidden: bool) -> None:
    """A storm was told that did not strike it: it is no ship that is missing."""
    strangers = Strangers()
    pieces = {"black": seen({"alger": 0.88, EMPTY: 0.12}), "yellow": seen({EMPTY: 0.999})}
    reading = Reading({}, {}, pieces=pieces)
    strangers.told_apart(reading, {"black": lay, "yellow": EMPTY}, {"black", "yellow"})

    told = strangers.told_apart(reading, {"black": EMPTY, "yellow": EMPTY}, {"yellow"}).pieces

    assert (told["black"].answer == HIDDEN) == hidden
