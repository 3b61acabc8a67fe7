"""Islanders that are seen wrongly: turns stay as they are, and what is in doubt is asked once."""

from __future__ import annotations

import pytest

from benchmarks.games.erring_eyes import ErringEyes
from benchmarks.games.grown_games import watch_grown_game
from companion.games.carcassonne_south_seas.watching.on_tiles import on_tile
from companion.reading import EMPTY, Seen
from companion.records.record import Fact, Happened, Source, Who, effective_facts
from companion.watching.answers import Answer
from companion.watching.follower import Follower
from companion.watching.referee import Pace
from tests.companion.games.carcassonne_south_seas.watching.looks import (
    BOARD,
    NORTH,
    follower,
    half,
    looks,
    reading,
)

LIES, EAST, LATER = "ss31/1", "cell/16,15", "ss35/1"
ISLAND, SEA = f"{NORTH}/island-1", f"{NORTH}/sea-1"
BOTH = {NORTH: LIES, EAST: LATER}
LAID: Fact = {"do": "tile", "player": "Ann", "cell": NORTH, "tile": LIES}
NEXT: Fact = {"do": "tile", "player": "Ben", "cell": EAST, "tile": LATER}


def placed(place: str, player: str = "Ann") -> Fact:
    return {"do": "islander", "player": player, "place": place}


def after_two_tiles(slots: dict[str, str]) -> Follower:
    """Ann has laid a tile, and Ben another."""
    at = follower()
    looks(at, reading({NORTH: LIES}))
    looks(at, reading({NORTH: LIES}, slots))
    looks(at, reading(BOTH, slots))
    return at


@pytest.mark.parametrize(
    ("place", "piece", "stands"),
    [(SEA, "red", [SEA]), (ISLAND, "red", [ISLAND]), (SEA, EMPTY, [])],
    ids=["there", "not there", "nowhere"],
)
def test_one_who_is_seen_on_another_part_of_an_old_tile_is_asked_for_and_put_right(
    place: str, piece: str, stands: list[str]
) -> None:
    at = after_two_tiles({ISLAND: "red"})
    seen = reading(BOTH, {SEA: "red"})

    assert looks(at, seen, 6) == [LAID, placed(ISLAND), NEXT]
    assert at.log.asked == [] == at.log.drifted
    looks(at, seen, 6)
    [doubt] = at.outcome.doubts
    assert doubt.parts[:2] == (SEA, ISLAND)

    at.answer(place, piece)
    assert looks(at, seen, 30) == [LAID, *map(placed, stands), NEXT]
    assert at.outcome.doubts == () == at.outcome.drift


def test_one_who_is_gone_from_what_is_not_complete_is_asked_for_and_takes_no_turn() -> None:
    at = after_two_tiles({ISLAND: "red"})

    assert looks(at, reading(BOTH), 10) == [LAID, placed(ISLAND), NEXT]
    assert at.log.asked == [] == at.log.drifted
    looks(at, reading(BOTH), 6)
    assert [doubt.subject for doubt in at.outcome.doubts] == [ISLAND]

    at.answer(ISLAND, "red")
    assert looks(at, reading(BOTH), 30) == [LAID, placed(ISLAND), NEXT]
    assert at.outcome.doubts == () == at.outcome.drift


def test_one_who_came_unseen_is_told_in_the_turn_of_his_tile() -> None:
    at = after_two_tiles({})

    told = looks(at, reading(BOTH, {ISLAND: "red"}))
    assert told == [LAID, placed(ISLAND), NEXT]
    assert at.log.asked == [] == at.log.drifted


@pytest.mark.parametrize(
    ("colour", "bare", "asked"),
    [("red", 0, [ISLAND]), ("red", 8, []), ("blue", 0, [])],
    ids=["his", "nobody was there when the turn had gone on", "another's"],
)
def test_one_who_is_half_seen_on_an_old_tile_is_asked_for_if_he_may_have_come(
    colour: str, bare: int, asked: list[str]
) -> None:
    at = follower()
    looks(at, reading({NORTH: LIES}))
    looks(at, reading(BOTH), bare)
    seen = reading(BOTH, **{ISLAND: half(colour, 0.8)})

    assert looks(at, seen, 11) == [LAID, NEXT]
    assert at.log.asked == []
    looks(at, seen, 7)
    assert [doubt.subject for doubt in at.outcome.doubts] == asked

    for place in asked:
        at.answer(place, colour)
    assert (placed(ISLAND) in looks(at, seen, 4)) == bool(asked)


def test_one_in_another_colour_than_who_laid_an_old_tile_is_not_told_but_asked_at_last() -> None:
    at = after_two_tiles({})

    assert looks(at, reading(BOTH, {ISLAND: "blue"}), 20) == [LAID, NEXT]
    assert at.log.asked == [] == at.log.drifted
    looks(at, reading(BOTH, {ISLAND: "blue"}), 10)
    assert [doubt.subject for doubt in at.outcome.doubts] == [ISLAND]


@pytest.mark.parametrize("stands", [[ISLAND], [SEA], []], ids=["one", "the other", "none"])
@pytest.mark.parametrize("tiles", [{NORTH: LIES}, BOTH], ids=["newest", "the one before"])
def test_one_who_may_be_on_either_part_is_asked_for_once(
    tiles: dict[str, str], stands: list[str]
) -> None:
    at, either = follower(), {ISLAND: half("red", 0.5), SEA: half("red", 0.5)}
    looks(at, reading({NORTH: LIES}, **either))
    looks(at, reading(tiles, **either))

    [doubt] = at.outcome.doubts
    assert {ISLAND, SEA} <= {*doubt.parts}
    at.answer(*(doubt.answered(dict.fromkeys(stands, "red")) or ("", "")))

    told = looks(at, reading(tiles, **either), 30)
    assert told == [LAID, *map(placed, stands), *[NEXT] * (tiles == BOTH)]
    assert at.outcome.doubts == ()
    assert len(at.log.asked) == 1


@pytest.mark.parametrize(("part", "is_told"), [("bridge-1", True), ("sea-1", False)])
def test_one_who_was_half_seen_with_his_tile_and_is_gone_went_home_if_it_completed_his_part(
    part: str, *, is_told: bool
) -> None:
    """Print that looks like one does not go away with what it is on being complete."""
    tile, place = "ss03/0", f"{NORTH}/{part}"
    at, laid = follower(), {**LAID, "tile": tile}
    looks(at, reading({NORTH: tile}, **{place: half("red", 0.38)}), 4)

    told = looks(at, reading({NORTH: tile}))
    assert told == [laid, *[placed(place)] * is_told]
    assert at.log.asked == [] == at.log.drifted


def test_two_who_were_told_on_one_sea_stay_in_their_turns_when_the_next_tile_comes() -> None:
    """The first was seen on another part than his; that breaks a rule wherever it is told."""
    tiles, slots = dict[str, str](), dict[str, str]()
    at = follower()
    for cell, tile, part, colour in (
        ("cell/14,15", "ss09/3", "sea-1", "red"),
        ("cell/14,16", "ss29/2", "sea-3", "blue"),
        ("cell/15,14", "ss27/2", "", ""),
    ):
        tiles[cell] = tile
        looks(at, reading(tiles, slots))
        if part:
            slots[f"{cell}/{part}"] = colour
            looks(at, reading(tiles, slots))

    told = looks(at, reading(tiles, slots))
    assert [fact["do"] for fact in told] == ["tile", "islander", "tile", "islander", "tile"]


def test_one_answer_is_for_all_the_parts_and_in_the_name_of_who_gave_it() -> None:
    """That he is nowhere is said of each; on one of them he is by who says so."""
    either = {ISLAND: half("red", 0.5), SEA: half("red", 0.5)}
    at, ann = follower(), Source(Who.PERSON, "Ann")
    looks(at, reading({NORTH: LIES}, **either), 12)
    session, record = at.session, at.record

    session.answer(record, Answer(SEA, EMPTY, ann))
    assert {session.heard[place].answer for place in (ISLAND, SEA)} == {EMPTY}

    session.answer(record, Answer(SEA, "red", ann))
    outcome = session.look(record)
    assert outcome is not None
    told = effective_facts(outcome.record.entries)[-1]
    assert (told.fact, told.by.who) == (placed(SEA), Who.PERSON)


def test_nobody_is_asked_for_whom_the_next_looks_tell() -> None:
    at = follower()
    faint = reading({NORTH: LIES}, **{ISLAND: half("red", 0.6)})
    looks(at, faint, 8)
    assert at.log.asked == []

    looks(at, faint, 2)
    assert len(at.outcome.doubts) == 1

    assert looks(at, reading({NORTH: LIES}, {ISLAND: "red"}), 2) == [LAID, placed(ISLAND)]
    assert at.outcome.doubts == ()


def test_of_whom_somebody_said_that_he_is_nowhere_nobody_is_asked_again() -> None:
    """Not even when he was surely nowhere since, and print looks like him again."""
    at, faint = follower(), reading(BOTH, **{ISLAND: half("red", 0.6)})
    looks(at, reading({NORTH: LIES}))
    looks(at, faint, 20)
    at.answer(ISLAND, EMPTY)

    looks(at, reading(BOTH), 3)
    looks(at, faint, 30)
    assert len(at.log.asked) == 1


def test_what_somebody_told_of_an_islander_no_camera_puts_right() -> None:
    at = follower()
    looks(at, reading({NORTH: LIES}))
    at.say(placed(ISLAND), Source(Who.PERSON))
    looks(at, reading({NORTH: LIES}, {SEA: "red"}))

    told = looks(at, reading(BOTH, {SEA: "red"}), 30)
    assert told == [LAID, placed(ISLAND), NEXT]
    assert at.log.asked == [] == at.log.drifted


@pytest.mark.parametrize(
    ("bare", "is_taken"), [(0, False), (4, False), (16, True)], ids=["never", "shortly", "for long"]
)
def test_one_who_was_gone_for_long_was_taken_back_whatever_is_seen_there_later(
    bare: int, *, is_taken: bool
) -> None:
    at, taken = after_two_tiles({ISLAND: "red"}), {"player": "Ann", "place": ISLAND}
    at.record = at.record.add(Happened({"do": "take_back", **taken}), Source(Who.CAMERA))

    looks(at, reading(BOTH), bare)
    told = looks(at, reading(BOTH, {ISLAND: "red"}), 30)
    assert ("take_back" in [fact["do"] for fact in told]) == is_taken
    assert at.log.drifted == []


@pytest.mark.parametrize(("bare", "left"), [(0, True), (4, True), (16, False)])
def test_one_who_went_home_is_left_standing_unless_nobody_was_there_for_long(
    bare: int, *, left: bool
) -> None:
    south, boat = "cell/15,16", {"cell/15,15/fish-1": "boat"}
    at, both = follower(), {"cell/15,16": "ss05/1", NORTH: "ss38/0"}
    looks(at, reading({south: "ss05/1"}, boat))

    looks(at, reading(both, boat), bare)
    looks(at, reading(both, {**boat, f"{south}/sea-2": "red"}), 40)
    assert [drift.subject for drift in at.outcome.drift] == [f"{south}/sea-2"] * left


def test_one_who_was_there_by_somebodys_word_alone_is_not_left_standing_once_he_went_home() -> None:
    """Nobody sees him, before and after: the word was of the time before he went."""
    south, boat = "cell/15,16", {"cell/15,15/fish-1": "boat"}
    sea, fish = f"{south}/sea-2", "cell/15,15/fish-1"
    at, both = follower(), {south: "ss05/1", NORTH: "ss38/0"}
    looks(at, reading({south: "ss05/1"}, {sea: "red"}))
    looks(at, reading({south: "ss05/1"}), 1)

    at.answer(sea, "red")
    for fact in (
        {"do": "cover", "player": "Ann", "place": fish},
        {"do": "evaluate", "player": "Ann"},
    ):
        at.record = at.record.add(Happened(fact), Source(Who.CAMERA))
    looks(at, reading(both, boat), 40)

    assert at.log.drifted == []


def test_one_who_came_and_went_home_is_kept_when_it_is_tapped_which_fish_are_covered() -> None:
    """With his boat another goes home; that alone leaves all as it lies, but he was seen."""
    south, east, below, corner = "cell/15,16", "cell/16,15", "cell/15,17", "cell/16,16"
    sea, home = f"{south}/sea-1", f"{corner}/island-1"
    three = {south: "ss21/1", east: "ss27/1", below: "ss01/0"}
    covered: Fact = {"do": "cover", "player": "Ben", "place": "cell/15,15/fish-1"}
    at, all_ = follower(), {**three, corner: "ss16/3"}
    looks(at, reading({south: "ss21/1"}))
    looks(at, reading({south: "ss21/1"}, {sea: "red"}))
    for tiles in ({south: "ss21/1", east: "ss27/1"}, three, all_):
        looks(at, reading(tiles, {sea: "red"}))
    looks(at, reading(all_, {sea: "red", home: "blue"}), 4)
    looks(at, reading(all_), 4)

    at.say(covered, Source(Who.PERSON))
    told = looks(at, reading(all_, {str(covered["place"]): "boat"}))
    assert [fact for fact in told if fact["do"] != "tile"] == [
        placed(sea),
        placed(home, "Ben"),
        covered,
    ]
    assert at.log.asked == [] == at.log.drifted


def test_a_second_one_on_a_tile_that_somebody_told_stays_there() -> None:
    """That breaks a rule, and it is told so; no camera takes him off."""
    at = after_two_tiles({ISLAND: "red"})
    at.say(placed(SEA, "Ben"), Source(Who.PERSON))

    told = looks(at, reading(BOTH, {ISLAND: "red", SEA: "blue"}), 30)
    assert [fact for fact in told if fact["do"] == "islander"] == [
        placed(ISLAND),
        placed(SEA, "Ben"),
    ]


def test_photos_with_a_tile_and_its_islander_each_are_told_photo_by_photo() -> None:
    at = follower(Pace.PHOTOS_SAID)
    first, second = {ISLAND: "red"}, {ISLAND: "red", f"{EAST}/bridge-1": "blue"}

    looks(at, reading({}), 1)
    looks(at, reading({NORTH: LIES}, first), 1)
    looks(at, reading(BOTH, second), 1)
    third = {**BOTH, "cell/14,15": "ss35/0"}
    told = looks(at, reading(third, second), 1)

    assert told[:4] == [LAID, placed(ISLAND), NEXT, placed(f"{EAST}/bridge-1", "Ben")]
    assert at.log.asked == [] == at.log.drifted


@pytest.mark.parametrize(
    ("seen", "best"),
    [
        ({"a": half("red", 0.9)}, ("a", "red")),
        ({"a": half("blue", 0.5), "b": half("red", 0.3)}, ("b", "red")),
        ({"a": half("blue", 0.9)}, ("a", "blue")),
        ({"taken": half("red", 0.8), "a": half("red", 0.2)}, ("a", "red")),
        ({"taken": half("red", 0.98), "a": half("red", 0.02)}, ("taken", "red")),
        ({"a": Seen(EMPTY, 1.0), "b": half("red", 0.2)}, ("b", "red")),
    ],
)
def test_a_tile_has_one_of_whoever_laid_it_where_one_may_be(
    seen: dict[str, Seen], best: tuple[str, str]
) -> None:
    told = on_tile(seen, {}, "red", {"taken"})

    assert told is not None
    assert told.best[:2] == best
    assert sum(told.where.values()) <= 1.0


def test_what_somebody_said_is_not_there_leaves_the_other_part() -> None:
    seen = {"a": Seen(EMPTY, 1.0), "b": half("red", 0.4)}
    told = on_tile(seen, {"a": 0.58, "b": 0.4}, "red", ())

    assert told is not None
    assert told.best[2] > 0.9


def test_eyes_that_err_about_islanders_leave_every_tile_in_its_turn() -> None:
    game = watch_grown_game(BOARD, 3, 5001, ErringEyes(BOARD, 5001), most_tiles=14)

    assert (game.tiles_right, game.tiles_wrong) == (game.tiles, 0)
    assert game.warnings == 0
