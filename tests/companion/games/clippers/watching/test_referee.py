"""The referee at a Clippers table: what is seen becomes what happened."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.boards.routes_board import Space
from companion.games.clippers.record.play import from_record
from companion.games.clippers.record.timeline import steps
from companion.games.clippers.terms.editions import DEFAULT
from companion.games.clippers.watching.search.effort import Effort
from companion.games.clippers.watching.search.explaining import Search
from companion.games.clippers.watching.search.hypotheses import begin
from companion.games.clippers.watching.search.prices import SAID, UNSAID
from companion.reading import EMPTY, HIDDEN, Seen, ShipSeen
from companion.records.record import facts_of
from companion.watching.drift import Differs
from companion.watching.laid_pieces import referee
from companion.watching.outcome import Piece
from tests.companion.games.clippers.watching.table_in_room import (
    ANNA,
    BEN,
    BLACK,
    BOARD,
    GREEN,
    RED,
    TableInRoom,
)


def test_nothing_happens_while_nothing_changes() -> None:
    table = TableInRoom()

    assert table.look(times=5).record.entries == ()
    assert (table.outcome.drift, table.outcome.doubts) == ((), ())


def test_a_stick_is_laid_by_who_is_at_turn_and_the_turn_passes_by_itself() -> None:
    table = TableInRoom()
    table.both_pass()
    table.lay("red", RED[0])

    assert table.facts[-2:] == [f"Anna stick {RED[0]}", "Anna done 2"]
    assert table.state.seat.player.name == BEN


def test_the_sticks_of_two_turns_in_one_look_are_told_apart() -> None:
    table = TableInRoom()
    table.both_pass()
    table.lies[BLACK] = "black"
    table.lay("red", RED[0])

    laid = [words for words in table.facts if " stick " in words]
    assert {words.split()[0] for words in laid} == {ANNA, BEN}
    assert table.outcome.broken == ()


def test_sticks_of_one_lane_are_laid_in_an_order_that_is_legal() -> None:
    table = TableInRoom()
    table.say({"do": "card", "player": ANNA, "card": "2x"}, {"do": "pass", "player": BEN})
    table.lies[RED[1]] = "red"
    table.lay("red", RED[0])

    assert table.facts[-3:] == [f"Anna stick {space}" for space in RED] + ["Anna done 2"]


def test_only_done_tells_where_a_player_may_lay_more() -> None:
    table = TableInRoom()
    table.say({"do": "card", "player": ANNA, "card": "2x"}, {"do": "pass", "player": BEN})
    table.lay("red", RED[0])
    assert table.state.seat.player.name == ANNA

    table.say({"do": "done", "player": ANNA, "phase": 2})
    assert table.state.seat.player.name == BEN


def test_who_says_done_laid_what_was_only_half_seen_till_then() -> None:
    table = TableInRoom()
    table.say(
        {"do": "card", "player": ANNA, "card": "3x"}, {"do": "card", "player": BEN, "card": "3x"}
    )
    table.see({RED[0]: Seen("red", 0.9, (("red", 0.9), (EMPTY, 0.1)))})
    assert table.state.spaces == {}

    table.say({"do": "done", "player": ANNA, "phase": 2})
    assert table.facts[-2:] == [f"{ANNA} stick {RED[0]}", f"{ANNA} done 2"]
    table.lies[RED[0]] = "red"
    table.lay("black", BLACK)
    assert table.facts[-1] == f"{BEN} stick {BLACK}"


def test_who_taps_the_stick_that_was_half_seen_lays_it_once() -> None:
    table = TableInRoom()
    table.both_pass()
    table.see({RED[0]: Seen("red", 0.9, (("red", 0.9), (EMPTY, 0.1)))})
    table.say({"do": "stick", "player": ANNA, "company": "red", "space": RED[0]})
    table.lay("red", RED[0])

    assert [words for words in table.facts if " stick " in words] == [f"{ANNA} stick {RED[0]}"]


def test_a_new_port_marker_is_its_players_act_of_phase_1() -> None:
    table = TableInRoom()
    table.lay("american", "fiji/0")

    assert table.facts == ["Anna marker fiji/0"]


def test_a_marker_is_moved_with_the_port_card() -> None:
    table = TableInRoom(rulings=replace(DEFAULT, port_price=2))
    origin = next(slot for slot, nation in table.lies.items() if nation == "american")
    table.say({"do": "card", "player": ANNA, "card": "port"}, {"do": "pass", "player": BEN})
    del table.lies[origin]
    table.lay("american", "fiji/0")

    [moved] = [fact for fact in facts_of(table.record) if fact["do"] == "move_marker"]
    assert (moved["from"], moved["to"]) == (origin, "fiji/0")
    assert (table.outcome.broken, table.outcome.drift) == ((), ())


def test_a_marker_moves_though_another_place_is_half_seen_at_the_same_time() -> None:
    table = TableInRoom(rulings=replace(DEFAULT, port_price=2))
    table.say({"do": "card", "player": ANNA, "card": "port"}, {"do": "pass", "player": BEN})
    origin = next(slot for slot, nation in table.start.slots.items() if nation == "american")
    table.lies["fiji/0"] = table.lies.pop(origin)
    half = Seen(EMPTY, 0.55, ((EMPTY, 0.55), ("green", 0.45)))
    table.see({"tonga--fiji/0/1": half})
    outcome = table.see({"tonga--kermadec/0/1": half})

    assert (outcome.broken, outcome.drift) == ((), ())
    assert table.state.slots["fiji/0"] == "american"


def test_a_stick_hidden_when_its_turn_was_over_makes_room_for_the_next_ones() -> None:
    table = TableInRoom(SAID, patient=False)
    table.say({"do": "pass", "player": ANNA}, {"do": "card", "player": BEN, "card": "2x"})
    covered = Seen(HIDDEN, 0.99, ((HIDDEN, 0.99), (EMPTY, 0.01)))
    table.lies |= {RED[0]: "red"}
    table.look(1)
    table.lies |= {BLACK: "black", GREEN: "green"}
    table.see({GREEN: covered})
    table.say({"do": "done", "player": BEN, "phase": 2})
    table.lies |= {RED[1]: "red"}
    table.look(1)

    turns = [fact for fact in table.facts if " stick " in fact or " done " in fact]
    assert turns.index(f"Ben stick {GREEN}") < turns.index("Ben done 2")
    assert f"Anna stick {RED[1]}" in turns


def test_a_stick_that_was_doubted_was_laid_when_it_was_first_seen() -> None:
    table = TableInRoom(SAID, patient=False)
    table.both_pass()
    dim = Seen("black", 0.8, (("black", 0.8), ("purple", 0.13), ("red", 0.07)))
    table.see({RED[0]: dim})
    table.lies |= {BLACK: "black"}
    table.see({RED[0]: dim})
    table.lies |= {GREEN: "green"}
    table.see({RED[0]: dim})
    table.see({RED[0]: Seen("red", 0.9, (("red", 0.9), ("black", 0.1)))})

    assert [fact for fact in table.facts if " stick " in fact] == [
        f"Anna stick {RED[0]}",
        f"Ben stick {BLACK}",
        f"Anna stick {GREEN}",
    ]


def test_an_illegal_stick_is_recorded_and_told_and_goes_when_it_is_taken_back() -> None:
    table = TableInRoom()
    table.both_pass()
    before = table.state
    outcome = table.lay("green", BLACK)
    assert outcome.broken == (BLACK,)
    file = from_record(table.record, BOARD)
    assert any(BLACK in found.places for step in steps(file) for found in step.findings)

    table.take(BLACK)
    assert table.outcome.broken == ()
    assert table.state.position == before.position
    assert table.state.turn == before.turn


BESIDE_RED = BOARD.spaces["h-red--kiritimati/0/0"]
FAR = BOARD.spaces[BLACK]


@pytest.mark.parametrize(
    ("ships", "asked"),
    [
        pytest.param([("red", BESIDE_RED)], False, id="its ship is seen just there"),
        pytest.param([("black", FAR)], False, id="its ship is seen nowhere"),
        pytest.param([("red", FAR)], True, id="its ship is seen elsewhere"),
        pytest.param([], True, id="no ships are read"),
    ],
)
def test_a_ships_hull_is_not_taken_for_a_stick(
    ships: list[tuple[str, Space]], *, asked: bool
) -> None:
    table = TableInRoom()
    table.both_pass()
    table.lay("red", RED[0])
    table.ships = tuple(ShipSeen(kind, at.x_mm, at.y_mm, 0.0) for kind, at in ships)
    hull = {BESIDE_RED.id: Seen("red", 0.97, (("red", 0.97), (EMPTY, 0.03)))}
    table.see(hull)
    outcome = table.see(hull)

    assert [doubt.subject for doubt in outcome.doubts] == ([BESIDE_RED.id] if asked else [])
    assert outcome.broken == ()


def test_an_illegal_stick_half_seen_is_asked_and_the_answer_holds() -> None:
    table = TableInRoom()
    table.both_pass()
    half = Seen("green", 0.8, (("green", 0.8), (EMPTY, 0.2)))
    for _ in range(3):
        table.see({BLACK: half})
    [doubt] = [doubt for doubt in table.outcome.doubts if doubt.subject]
    assert (doubt.subject, doubt.likely[0][0]) == (BLACK, "empty")

    table.referee.answer(BLACK, EMPTY)
    for _ in range(3):
        table.see({BLACK: half})
    assert [doubt for doubt in table.outcome.doubts if doubt.subject] == []
    assert table.state.spaces == {}


def test_a_legal_stick_half_seen_is_taken() -> None:
    table = TableInRoom()
    table.both_pass()
    half = Seen("black", 0.6, (("black", 0.6), (EMPTY, 0.4)))
    for _ in range(2):
        table.see({BLACK: half})

    assert table.state.spaces == {BLACK: "black"}


def test_of_two_colours_the_legal_one_is_believed() -> None:
    table = TableInRoom()
    table.both_pass()
    seen = Seen("green", 0.7, (("green", 0.7), ("black", 0.29), (EMPTY, 0.01)))
    for _ in range(2):
        table.see({BLACK: seen})

    assert table.state.spaces == {BLACK: "black"}


def test_where_the_likeliest_colour_breaks_a_rule_the_legal_one_is_asked_first() -> None:
    table = TableInRoom()
    table.both_pass()
    seen = Seen("purple", 0.93, (("purple", 0.93), ("black", 0.04), (EMPTY, 0.03)))
    for _ in range(2):
        outcome = table.see({BLACK: seen})

    (doubt,) = [doubt for doubt in outcome.doubts if doubt.subject == BLACK]
    assert doubt.likely[0][0] == "black"
    assert outcome.broken == ()


def test_what_a_hand_covers_is_not_unrecorded() -> None:
    table = TableInRoom()
    table.both_pass()
    table.lay("red", RED[0])
    before = table.record
    hidden = Seen(HIDDEN, 1.0, ((HIDDEN, 1.0),))
    for _ in range(5):
        table.see(dict.fromkeys((*BOARD.spaces, *BOARD.slots), hidden))

    assert table.record == before
    assert table.outcome.drift == ()


def test_a_piece_that_was_knocked_off_is_named_until_it_is_back() -> None:
    table = TableInRoom()
    table.both_pass()
    table.lay("red", RED[0])
    table.lay("black", BLACK)
    facts = table.facts
    [drift] = table.take(RED[0]).drift
    assert (drift.subject, drift.differs, drift.recorded) == (RED[0], Differs.MISSING, "red")
    assert table.facts == facts

    assert table.lay("red", RED[0]).drift == ()
    assert table.facts == facts


def test_after_a_cat_nothing_is_recorded_until_the_pieces_are_back() -> None:
    table = TableInRoom()
    table.both_pass()
    table.lay("red", RED[0])
    facts, before = table.facts, dict(table.lies)
    for slot in [place for place in before if place in BOARD.slots][:6]:
        del table.lies[slot]
    outcome = table.lay("green", BLACK)
    assert outcome.disturbed
    assert len(outcome.drift) == 6
    assert table.facts == facts

    table.lies = before
    assert table.look().drift == ()
    table.lay("black", BLACK)
    assert table.facts[-2:] == [f"Ben stick {BLACK}", "Ben done 2"]


def test_a_piece_of_a_nation_nobody_plays_is_named_and_not_recorded() -> None:
    table = TableInRoom()
    outcome = table.lay("french", "fiji/0")

    assert [(one.subject, one.differs) for one in outcome.drift] == [("fiji/0", Differs.STRANGER)]
    assert table.facts == []


def test_what_somebody_wrote_into_the_record_is_taken_up() -> None:
    table = TableInRoom()
    table.both_pass()
    table.lay("red", RED[0])
    other = TableInRoom()
    other.record, other.lies = table.record, table.lies
    other.lay("black", BLACK)

    assert other.facts[-2:] == [f"Ben stick {BLACK}", "Ben done 2"]


def test_a_card_nobody_named_is_guessed_from_the_sticks_and_asked() -> None:
    table = TableInRoom(UNSAID, patient=False)
    table.see({})
    for stick in (RED[0], RED[1], GREEN):
        table.lies[stick] = "green" if stick == GREEN else "red"
    table.see({})

    [card] = [fact for fact in facts_of(table.record) if fact["do"] == "card"]
    assert card["player"] == ANNA
    assert card["card"] in {"3x", "5x"}
    assert any(doubt.about.get("player") == ANNA for doubt in table.outcome.doubts)


def test_what_a_player_says_in_his_turn_is_written_though_he_could_not_pay_it() -> None:
    table = TableInRoom(rulings=replace(DEFAULT, port_price=90))
    table.say({"do": "card", "player": ANNA, "card": "port"})

    assert table.facts == ["Anna card port"]


def test_what_is_said_takes_the_place_of_a_guess() -> None:
    table = TableInRoom(UNSAID, patient=False)
    table.lay("red", RED[0])
    table.say({"do": "card", "player": BEN, "card": "3x"})

    assert "Ben card 3x" in table.facts
    assert "Ben pass" not in table.facts


def test_what_is_surely_seen_is_told_however_little_can_be_thought(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = TableInRoom()
    table.both_pass()
    before = table.facts
    table.lies[RED[0]] = "red"
    with monkeypatch.context() as hasty:
        hasty.setattr(referee, "WEIGHED", 0)
        hasty.setattr(referee, "TOLD", 0)
        outcome = table.look(3)
        assert outcome.cut_short
        assert table.facts == [*before, f"{ANNA} stick {RED[0]}", f"{ANNA} done 2"]
        assert (outcome.broken, outcome.drift, outcome.unexplained) == ((), (), ())


def test_what_is_half_seen_and_too_much_to_think_through_is_told_in_a_later_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = TableInRoom()
    table.both_pass()
    before = table.facts
    half_seen = {RED[0]: Seen("red", 0.9, (("red", 0.9), (EMPTY, 0.1)))}
    with monkeypatch.context() as hasty:
        hasty.setattr(referee, "WEIGHED", 0)
        hasty.setattr(referee, "TOLD", 0)
        for _ in range(3):
            assert table.see(half_seen).cut_short
        assert table.facts == before

    assert not table.see(half_seen).cut_short
    assert table.facts == [*before, f"{ANNA} stick {RED[0]}", f"{ANNA} done 2"]


def test_all_searches_of_a_look_draw_on_one_effort() -> None:
    effort = Effort(3)
    account = begin(TableInRoom().start, ())

    for place in RED:
        Search((Piece(place, "red"),), UNSAID, effort).explain((account,), 1)

    assert (effort.left, effort.cut_short) == (0, True)
