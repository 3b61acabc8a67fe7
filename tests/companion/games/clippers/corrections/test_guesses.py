"""What only the last fact itself speaks for is asked where one word of it was wrong."""

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


def test_which_slot_a_marker_is_on_is_asked_among_those_that_are_vacant() -> None:
    """Of five slots of the island two are printed with markers, and the third was told twice."""
    placed = [MarkerPlaced(each, "new_guinea/2") for each in (FIRST, SECOND)]

    [cause] = causes(INQUIRY, START, placed)

    asked = {event for way in (cause.edit, *cause.others) for event in way.put}
    assert asked == {MarkerPlaced(SECOND, f"new_guinea/{slot}") for slot in (3, 4)}
