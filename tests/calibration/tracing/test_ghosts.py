"""What the machine suggests is taken all at once, and moves what was meant by it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from calibration.ghosts.ghost import Ghost, GhostKind
from calibration.tracing.draft.checks import Code, remarks
from calibration.tracing.draft.draft import Laid, Sheet
from calibration.tracing.draft.trace import Trace
from calibration.tracing.kinds.wishes import act_of
from calibration.tracing.overlooked import overlooked
from calibration.tracing.shelf import USUAL_PIECES
from calibration.tracing.wishes.asked import Desk
from calibration.tracing.wishes.suggesting import on_dashes
from companion.errors import InputError

SHEET = Sheet("Test board", "routes", 400, 300, USUAL_PIECES)
RED, BLUE = (196, 36, 44), (34, 62, 170)
GHOSTS = (
    Ghost(GhostKind.SLOT, 52, 64, 0, 9, (250, 250, 250), 0.9),
    Ghost(GhostKind.SLOT, 38, 50, 0, 9, (250, 250, 250), 0.9),
    Ghost(GhostKind.SLOT, 60, 40, 0, 9, (250, 250, 250), 0.2),
    Ghost(GhostKind.SLOT, 350, 250, 0, 9, (250, 250, 250), 0.9),
    Ghost(GhostKind.HARBOUR, 352, 148, 0, 15, RED, 0.9),
    Ghost(GhostKind.HARBOUR, 300, 40, 0, 15, BLUE, 0.9),
    Ghost(GhostKind.DASH, 98, 53, 0, 20, (240, 240, 240), 0.95),
    Ghost(GhostKind.DASH, 124, 53, 0, 20, (240, 240, 240), 0.95),
    Ghost(GhostKind.DASH, 150, 53, 0, 20, (240, 240, 240), 0.95),
)


def after(*wishes: Mapping[str, object], ghosts: tuple[Ghost, ...] = GHOSTS) -> Trace:
    trace = Trace(SHEET)
    for wish in wishes:
        draft = trace.draft
        trace = trace.done(act_of(wish, Desk(draft, on_dashes(draft, ghosts), ghosts)))
    return trace


ORO = {"do": "add-island", "x": 50, "y": 50}
LAI = {"do": "add-island", "x": 200, "y": 52}


def test_slots_go_to_their_island_and_move_those_that_were_guessed() -> None:
    guessed = {"do": "add-slot", "key": "i1", "x": 50, "y": 62}

    island = after(ORO, guessed, {"do": "accept-slots"}).draft.islands["i1"]

    assert island.slots == ((52, 64), (38, 50))


def test_the_round_of_an_islands_number_is_no_slot() -> None:
    tapped = {"do": "add-island", "x": 41, "y": 54}

    assert after(tapped, {"do": "accept-slots"}).draft.islands["i1"].slots == ((52, 64),)


def test_a_dash_is_given_to_one_route_only() -> None:
    near = {"do": "add-island", "x": 50, "y": 62}
    ways = [{"do": "add-route", "a": a, "b": "i2", "spaces": 3} for a in ("i1", "i3")]

    draft = after(ORO, LAI, near, *ways).draft

    assert {space.laid for space in draft.routes["r1"].lanes[0]} == {Laid.FOUND}
    assert {space.laid for space in draft.routes["r2"].lanes[0]} == {Laid.EVEN}
    again = after(ORO, LAI, near, *ways, {"do": "snap-all"}, {"do": "snap", "key": "r1"}).draft
    assert again.routes["r1"].lanes == draft.routes["r1"].lanes
    moved = after(ORO, LAI, near, *ways, {"do": "move", "key": "i2", "x": 201, "y": 52}).draft
    assert {space.laid for space in moved.routes["r1"].lanes[0]} == {Laid.FOUND}
    assert {space.laid for space in moved.routes["r2"].lanes[0]} == {Laid.EVEN}


def test_harbours_are_told_by_their_paint() -> None:
    known = {"do": "add-harbour", "x": 350, "y": 150, "company": "green"}

    new = after({"do": "accept-harbours"}).draft.harbours.values()
    beside_one = after(known, {"do": "accept-harbours"}).draft.harbours.values()

    assert [(each.company, each.x_mm) for each in new] == [("red", 352), ("blue", 300)]
    assert [(each.company, each.x_mm) for each in beside_one] == [("green", 350), ("blue", 300)]


def test_the_round_shape_of_an_island_is_no_harbour() -> None:
    there = {"do": "add-island", "x": 345, "y": 146}

    harbours = after(there, {"do": "accept-harbours"}).draft.harbours.values()

    assert [(each.company, each.x_mm) for each in harbours] == [("blue", 300)]


def test_a_route_lies_down_on_its_dashes_and_takes_their_number() -> None:
    [route] = after(ORO, LAI, {"do": "add-route", "a": "i1", "b": "i2"}).draft.routes.values()

    assert [(round(s.x_mm), round(s.y_mm), s.laid) for s in route.lanes[0]] == [
        (98, 53, Laid.FOUND), (124, 53, Laid.FOUND), (150, 53, Laid.FOUND),
    ]  # fmt: skip


def test_where_no_dash_is_seen_spaces_lie_in_even_steps() -> None:
    wishes = (ORO, LAI, {"do": "add-route", "a": "i1", "b": "i2"})
    [route] = after(*wishes, ghosts=()).draft.routes.values()

    assert {space.laid for space in route.lanes[0]} == {Laid.EVEN}


def test_taking_all_leaves_what_a_person_has_put() -> None:
    by_hand = {"do": "move-space", "key": "r1", "lane": 0, "index": 0, "x": 90, "y": 90}
    wishes = (ORO, LAI, {"do": "add-route", "a": "i1", "b": "i2"}, by_hand)

    with pytest.raises(InputError, match="nothing more to take"):
        after(*wishes, {"do": "snap-all"})


def test_what_was_taken_can_be_taken_back_at_once() -> None:
    trace = after(ORO, {"do": "accept-slots"})

    assert trace.undo().draft.islands["i1"].slots == ()


def lane(y_mm: float, sureness: float = 0.95) -> tuple[Ghost, ...]:
    return tuple(
        Ghost(GhostKind.DASH, x, y_mm, 0, 20, (240, 240, 240), sureness) for x in (98, 124, 150)
    )


JOINED = {"do": "add-route", "a": "i1", "b": "i2"}


@pytest.mark.parametrize(
    ("beside", "lanes"),
    [
        pytest.param(lane(62), 2, id="a second lane"),
        pytest.param(lane(62)[:2], 2, id="a second lane of which a dash is not seen"),
        pytest.param(lane(62)[:1], 1, id="one dash"),
        pytest.param(lane(62, 0.2), 1, id="something like dashes"),
        pytest.param(lane(90), 1, id="far off"),
    ],
)
def test_a_double_route_is_proposed_as_one(beside: tuple[Ghost, ...], lanes: int) -> None:
    draft = after(ORO, LAI, JOINED, ghosts=(*lane(53), *beside)).draft

    assert len(draft.routes["r1"].lanes) == lanes


def test_a_second_lane_and_dashes_without_a_route_are_told() -> None:
    ghosts = (*lane(53), *lane(62), *lane(200))
    single = {**JOINED, "spaces": 3, "lanes": 1}
    draft = after(ORO, LAI, single, ghosts=ghosts).draft
    doubled = after(ORO, LAI, {**single, "lanes": 2}, ghosts=ghosts).draft

    assert [(each.code, each.keys) for each in overlooked(draft, ghosts)] == [
        (Code.SECOND_LANE, ("r1",)),
        (Code.NO_ROUTE, ()),
    ]
    [left] = overlooked(doubled, ghosts)
    assert (left.code, left.words["count"], left.at_mm) == (Code.NO_ROUTE, 3, (98, 200))
    assert list(overlooked(after(ORO, LAI, ghosts=ghosts).draft, ghosts)) == []


def test_a_slot_far_off_its_island_is_told() -> None:
    slots = [{"do": "add-slot", "key": "i1", "x": x, "y": y} for x, y in ((60, 50), (50, 60))]
    far = {"do": "add-slot", "key": "i1", "x": 78, "y": 50}

    near = [each.code for each in remarks(after(ORO, *slots).draft)]
    [told] = [r for r in remarks(after(ORO, *slots, far).draft) if r.code is Code.SLOT_FAR]

    assert Code.SLOT_FAR not in near
    assert (told.words["away"], told.at_mm, told.code.stops) == (28, (78, 50), False)


def test_suggested_slots_far_off_are_left_to_a_person() -> None:
    far = Ghost(GhostKind.SLOT, 80, 50, 0, 9, (250, 250, 250), 0.9)

    island = after(ORO, {"do": "accept-slots"}, ghosts=(*GHOSTS, far)).draft.islands["i1"]

    assert island.slots == ((52, 64), (38, 50))
