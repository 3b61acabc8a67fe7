"""What only the last fact itself speaks for, and for others as much, is not asked about."""

from __future__ import annotations

from companion.games.clippers.corrections.inquiry import INQUIRY
from companion.games.clippers.terms.events import MarkerPlaced, Passed
from companion.play.corrections.causes import causes
from tests.whole_games import GAMES, read_game

START = read_game(GAMES / "5-players-stuck.jsonl").start
FIRST, SECOND, THIRD, *_ = (seat.player.name for seat in START.seats)


def test_who_passed_out_of_turn_is_not_guessed_at() -> None:
    """The first was to act, or the second if the first had passed unsaid: two as likely."""
    assert causes(INQUIRY, START, [Passed(THIRD)]) == ()


def test_which_slot_a_marker_is_on_is_not_guessed_at() -> None:
    """Several slots of the island are vacant."""
    placed = [MarkerPlaced(each, "new_guinea/2") for each in (FIRST, SECOND)]

    assert causes(INQUIRY, START, placed) == ()
