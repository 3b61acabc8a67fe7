"""What a photo's score is made from besides photos: who played, and by which rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.boards.board import Board
from companion.games import game_of, game_on
from companion.play.words import AnyWords
from companion.records.names import LONGEST_NAME
from web.photo_score.case import Case
from web.visits.visit import host
from web.words.rulings import (
    HouseRules,
    Point,
    editions,
    house_rules,
    options_in_force,
    points_of_a_score,
)

Row = tuple[str, str, str]
"""A seat of the form: a name, what he stands for, the money he has counted."""


@dataclass(frozen=True)
class PlayersAsked:
    """The form that asks who played.

    ``roles`` are what players may stand for, each with its name, none where each is called by his
    own; ``role_said`` heads them. ``sign_said`` is the sign of money, where it ``counts_money``.
    """

    rows: Sequence[Row]
    roles: Sequence[tuple[str, str]]
    role_said: str
    counts_money: bool
    sign_said: str
    longest: int = LONGEST_NAME


@dataclass(frozen=True)
class RulesAsked:
    """The form that asks what was played by: ``edition`` is chosen, ``house`` says it in words."""

    edition: str
    editions: Sequence[tuple[str, str]]
    rulings: Sequence[Point]
    house: HouseRules


def players_asked(case: Case, rows: Sequence[Row] | None, words: AnyWords) -> PlayersAsked:
    """Ask who played; ``rows`` are the seats as they were sent, where something was wrong."""
    about = game_on(case.board).about
    return PlayersAsked(
        rows=_rows(case, rows),
        roles=[(kind, words.named(about.role, kind)) for kind in roles_on(case.board)],
        role_said=words.named("role", about.role),
        counts_money=about.cash is not None,
        sign_said=words.plain("cash:sign"),
    )


def rules_asked(case: Case, words: AnyWords) -> RulesAsked:
    """Ask for the edition and the rulings that change a score."""
    options, ruled = game_on(case.board).about.options, case.played_by.rulings
    chosen = options_in_force(options, ruled)
    return RulesAsked(
        edition=chosen["edition"],
        editions=editions(words, options),
        rulings=points_of_a_score(words, options, chosen),
        house=house_rules(words, options, ruled),
    )


def roles_on(board: Board) -> tuple[str, ...]:
    """What players may stand for on a board; none where each is called by his own name."""
    return tuple(game_on(board).roles(board))


def _rows(case: Case, rows: Sequence[Row] | None) -> list[Row]:
    """The seats of the form: as sent, as kept, or as they sit at the table; then empty ones."""
    seats = list(rows or [(p.name, p.role, str(p.money)) for p in case.players])
    seats = seats or _at_table()
    most, roles = game_on(case.board).about.players[-1], roles_on(case.board)
    taken = {role for _, role, _ in seats}
    free = [role for role in roles if role not in taken] if roles else [""] * most
    return [*seats, *(("", role, "") for role in free)][:most]


def _at_table() -> list[Row]:
    """Who plays at the table; with their money where the game is over, for until then it moves."""
    served = host().table
    if served is None:
        return []
    game = game_of(served.view.record)
    state = game.seen(served.view.last.state)
    money = state.bank if state.over else None
    return [
        (seat.name, seat.role, "" if money is None else str(money.balance(seat.name)))
        for seat in game.seats(state)
    ]
