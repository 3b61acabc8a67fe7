"""A tracing: what taps make of it, that each can be taken back, and that nothing is ever lost."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.profile import fingerprint
from calibration.tracing.draft.board_form import from_board, slug, to_board
from calibration.tracing.draft.checks import Code, remarks
from calibration.tracing.draft.draft import Laid, Sheet
from calibration.tracing.draft.laying import evenly
from calibration.tracing.draft.totals import totals, unusual
from calibration.tracing.draft.trace import Act, Deed, Trace, read_trace, write_trace
from calibration.tracing.kinds.wishes import act_of
from calibration.tracing.shelf import USUAL_PIECES
from calibration.tracing.wishes.asked import Desk
from companion.boards.board_file import faults, parse_board
from companion.errors import InputError
from companion.games.clippers.shipped import read_shipped_board

SHEET = Sheet("Test board", "routes", 400, 300, USUAL_PIECES)
SHIPPED = Path(str(files("companion.games.clippers").joinpath("board.json")))
Wish = dict[str, Any]
FIRST: list[Wish] = [
    {"do": "add-island", "x": 50, "y": 50, "name": "Oro", "value": 3},
    {"do": "add-island", "x": 200, "y": 50},
    {"do": "add-harbour", "x": 350, "y": 150, "company": "red"},
    {"do": "add-slot", "key": "i1", "x": 50, "y": 65},
    {"do": "add-route", "a": "i1", "b": "i2"},
]


def after(*wishes: Wish, trace: Trace | None = None) -> Trace:
    """The trace after these wishes, on a board with nothing but its size."""
    trace = trace or Trace(SHEET)
    for wish in wishes:
        trace = trace.done(act_of(wish, Desk(trace.draft, evenly(trace.draft))))
    return trace


def shipped() -> Trace:
    data = json.loads(SHIPPED.read_text(encoding="utf-8"))
    sheet, changes = from_board(read_shipped_board(), data["pieces"])
    return Trace(sheet, (Act(Deed.BEGUN, "", changes),))


def test_taps_make_a_board() -> None:
    board = parse_board(to_board(after(*FIRST).draft))

    assert [island.name for island in board.islands.values()] == ["Oro", "Island 2"]
    assert [island.value for island in board.islands.values()] == [3, None]
    assert [(slot.x_mm, slot.y_mm) for slot in board.islands["oro"].slots] == [(50, 65)]
    [route] = board.routes.values()
    assert (route.id, route.a, route.b) == ("oro--island_2", "oro", "island_2")
    xs = [space.x_mm for space in route.lanes[0].spaces]
    assert xs == sorted(xs)
    assert all(space.y_mm == 50 and space.angle_deg == 0 for space in route.lanes[0].spaces)


@pytest.mark.parametrize(
    ("wish", "key", "change"),
    [
        ({"do": "route", "key": "r1", "spaces": 5}, "r1", lambda r: r.spaces == 5),
        ({"do": "route", "key": "r1", "lanes": 2}, "r1", lambda r: len(r.lanes) == 2),
        ({"do": "route", "key": "r1", "one_way": "b>a"}, "r1", lambda r: r.one_way.value == "b>a"),
        ({"do": "route", "key": "r1", "bend": 20}, "r1", lambda r: r.lanes[0][1].y_mm > 60),
        ({"do": "island", "key": "i1", "slots": 4}, "i1", lambda i: len(set(i.slots)) == 4),
        ({"do": "island", "key": "i1", "slots": 0}, "i1", lambda i: i.slots == ()),
        ({"do": "island", "key": "i1", "value": None}, "i1", lambda i: i.value is None),
        ({"do": "move", "key": "i1", "x": 60, "y": 70}, "i1", lambda i: i.slots == ((60, 85),)),
        ({"do": "move", "key": "i1", "x": 50, "y": 90}, "r1", lambda r: r.lanes[0][0].y_mm > 70),
        ({"do": "move", "key": "i1", "x": -9, "y": 900}, "i1",
         lambda i: (i.x_mm, i.y_mm) == (0, 300)),
        ({"do": "move-slot", "key": "i1", "index": 0, "x": 40, "y": 40}, "i1",
         lambda i: i.slots == ((40, 40),)),
        ({"do": "remove-slot", "key": "i1", "index": 0}, "i1", lambda i: i.slots == ()),
        ({"do": "move-space", "key": "r1", "lane": 0, "index": 1, "x": 120, "y": 58}, "r1",
         lambda r: (r.lanes[0][1].y_mm, r.lanes[0][1].laid) == (58, Laid.HAND)),
        ({"do": "turn-space", "key": "r1", "lane": 0, "index": 0, "angle": 370}, "r1",
         lambda r: r.lanes[0][0].angle_deg == 10),
        ({"do": "harbour", "key": "h1", "pieces": 32, "island": "i2"}, "h1",
         lambda h: (h.pieces, h.island) == (32, "i2")),
    ],
)  # fmt: skip
def test_what_a_wish_changes(wish: Wish, key: str, change: Any) -> None:
    draft = after(*FIRST, wish).draft

    assert change(draft.end(key) or draft.routes[key])


def test_a_space_put_by_hand_stays_when_its_island_moves() -> None:
    by_hand = {"do": "move-space", "key": "r1", "lane": 0, "index": 0, "x": 100, "y": 60}
    before = after(*FIRST, by_hand)

    moved = after({"do": "move", "key": "i1", "x": 60, "y": 60}, trace=before)

    assert moved.draft.routes == before.draft.routes
    laid_anew = after({"do": "snap", "key": "r1"}, trace=moved)
    assert laid_anew.draft.routes != before.draft.routes


def test_what_hangs_on_an_island_goes_with_it() -> None:
    card = {"do": "card", "nation": "red", "ports": ["i1", "i2"]}
    stands = {"do": "harbour", "key": "h1", "island": "i1"}

    draft = after(*FIRST, card, stands, {"do": "remove", "key": "i1"}).draft

    assert (set(draft.islands), set(draft.routes)) == ({"i2"}, set())
    assert draft.cards["red"].ports == ("i2",)
    assert draft.harbours["h1"].island is None


@pytest.mark.parametrize(
    "wish",
    [
        pytest.param(None, id="nothing"),
        pytest.param([], id="a list"),
        pytest.param({"do": "fly"}, id="unknown"),
        pytest.param({"do": "add-island", "x": "a", "y": 1}, id="a word for a number"),
        pytest.param({"do": "add-island", "x": 1e999, "y": 1}, id="infinite"),
        pytest.param({"do": "add-island", "x": 10**400, "y": 1}, id="a huge number"),
        pytest.param({"do": "add-island", "x": 1, "y": 1, "name": "\x1b[2J"}, id="unprintable"),
        pytest.param({"do": "add-island", "x": 1, "y": 1, "name": "a" * 10**6}, id="a long name"),
        pytest.param({"do": "island", "key": "../../etc"}, id="a path for a key"),
        pytest.param({"do": "island", "key": "i1", "slots": 10**9}, id="too many slots"),
        pytest.param({"do": "island", "key": "h1", "slots": 1}, id="slots of a harbour"),
        pytest.param({"do": "add-route", "a": "i1", "b": "i1"}, id="from an island to itself"),
        pytest.param({"do": "add-route", "a": "h1", "b": "h1"}, id="from a harbour to itself"),
        pytest.param({"do": "route", "key": "r1", "spaces": 0}, id="no spaces"),
        pytest.param({"do": "route", "key": "r1", "lanes": 3}, id="three lanes"),
        pytest.param({"do": "route", "key": "r9", "lanes": 1}, id="a route that is gone"),
        pytest.param({"do": "move-space", "key": "r1", "lane": 0, "index": 50, "x": 1, "y": 1},
                     id="a space that is gone"),
        pytest.param({"do": "remove", "key": "i9"}, id="removed already"),
        pytest.param({"do": "card", "nation": "red", "ports": ["h1"]}, id="a card for a harbour"),
        pytest.param({"do": "sheet", "width_mm": 10**9}, id="a huge board"),
        pytest.param({"do": "sheet", "pieces": {"stick": {"length_mm": -1}}}, id="no stick"),
        pytest.param({"do": "accept-slots"}, id="nothing suggested"),
    ],
)  # fmt: skip
def test_a_wish_that_cannot_be_is_refused_in_one_line(wish: Any) -> None:
    trace = after(*FIRST)

    with pytest.raises(InputError) as refusal:
        after(wish, trace=trace)

    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 300


X, Y = st.floats(-50, 450), st.floats(-50, 350)
KEYS = st.sampled_from(["i1", "i2", "i3", "h1", "r1", "r2"])
WISHES = st.one_of(
    st.fixed_dictionaries({"do": st.just("add-island"), "x": X, "y": Y}),
    st.fixed_dictionaries({"do": st.just("add-route"), "a": KEYS, "b": KEYS}),
    st.fixed_dictionaries({"do": st.just("route"), "key": KEYS, "lanes": st.integers(1, 2),
                           "bend": st.floats(-200, 200)}),
    st.fixed_dictionaries({"do": st.just("move"), "key": KEYS, "x": X, "y": Y}),
    st.fixed_dictionaries({"do": st.just("add-slot"), "key": KEYS, "x": X, "y": Y}),
    st.fixed_dictionaries({"do": st.just("add-harbour"), "x": X, "y": Y,
                           "company": st.sampled_from(["red", "blue"])}),
    st.fixed_dictionaries({"do": st.just("card"), "nation": st.sampled_from(["red", "pink"]),
                           "ports": st.lists(KEYS, max_size=3)}),
    st.fixed_dictionaries({"do": st.just("remove"), "key": KEYS}),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(WISHES, max_size=25))
def test_whatever_is_tapped(tmp_path_factory: pytest.TempPathFactory, wishes: list[Wish]) -> None:
    trace = Trace(SHEET)
    drafts = [to_board(trace.draft)]
    for wish in wishes:
        try:
            trace = after(wish, trace=trace)
        except InputError:
            continue
        drafts.append(to_board(trace.draft))
    path = tmp_path_factory.mktemp("any") / "trace.json"
    write_trace(path, trace)

    assert to_board(read_trace(path).draft) == drafts[-1]
    stops = any(remark.code.stops for remark in remarks(trace.draft))
    assert stops == bool(faults(to_board(trace.draft)))
    for before in reversed(drafts[:-1]):
        trace = trace.undo()
        assert to_board(trace.draft) == before
    while trace.redoable:
        trace = trace.redo()
    assert to_board(trace.draft) == drafts[-1]


def test_the_beginning_cannot_be_undone() -> None:
    trace = shipped()

    assert trace.undo() == trace


def test_the_shipped_map_is_traced_as_it_is() -> None:
    draft = shipped().draft

    board = parse_board(to_board(draft), SHIPPED.parent)

    assert fingerprint(board) == fingerprint(read_shipped_board())
    assert board.departure_cards == read_shipped_board().departure_cards
    assert [r for r in remarks(draft) if r.code.stops] == []
    assert unusual(draft) == {}
    counted = {total.what: (total.count, total.said) for total in totals(draft)}
    assert counted["islands"] == (38, 38)
    assert counted["harbours"] == (6, 6)
    assert counted["cards"] == (5, 5)


@pytest.mark.parametrize(
    ("moved", "near_mm"),
    [
        pytest.param(["tahiti"], 40, id="one tells a shift"),
        pytest.param(["tahiti", "guam", "rapa"], 5, id="three tell a turn and a scale"),
        pytest.param(["tahiti", "guam", "rapa", "gambier", "hawaii"], 0.1, id="five tell all"),
    ],
)
def test_the_rest_follows_the_islands_that_were_moved(moved: list[str], near_mm: float) -> None:
    """The printed board is the map, a little larger, turned, sheared and shifted."""

    def printed(x: float, y: float) -> tuple[float, float]:
        return 0.96 * x + 0.03 * y + 12, 0.97 * y - 0.02 * x + 5

    trace, ends = shipped(), shipped().draft.islands
    for key in moved:
        x, y = printed(ends[key].x_mm, ends[key].y_mm)
        trace = after({"do": "move", "key": key, "x": x, "y": y}, trace=trace)

    draft = after({"do": "fit"}, trace=trace).draft

    for key, island in ends.items():
        there, wanted = draft.islands[key], printed(island.x_mm, island.y_mm)
        assert abs(there.x_mm - wanted[0]) < near_mm
        assert abs(there.y_mm - wanted[1]) < near_mm
    assert faults(to_board(draft), SHIPPED.parent) == []


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        pytest.param([], Code.NO_ISLAND, id="nothing yet"),
        pytest.param([*FIRST, {"do": "add-slot", "key": "i2", "x": 50, "y": 66}],
                     Code.SLOTS_TOUCH, id="slots on one another"),
        pytest.param([*FIRST, {"do": "add-route", "a": "i2", "b": "i1"}], Code.SPACES_TOUCH,
                     id="spaces on one another"),
        pytest.param([*FIRST, {"do": "add-harbour", "x": 9, "y": 9, "company": "red"}],
                     Code.COMPANY_TWICE, id="two harbours"),
        pytest.param([*FIRST, {"do": "card", "nation": "pink", "ports": ["i1"]}],
                     Code.CARD_UNKNOWN, id="a card without markers"),
        pytest.param([*FIRST, {"do": "card", "nation": "red", "ports": ["i1", "i1"]}],
                     Code.CARD_FULL, id="a card on too few slots"),
        pytest.param([*FIRST, {"do": "sheet", "width_mm": 150}], Code.OFF_BOARD,
                     id="a board smaller than promised"),
        pytest.param(FIRST, Code.NO_SLOT, id="an island without a slot"),
        pytest.param([*FIRST, {"do": "add-island", "x": 300, "y": 250}], Code.ALONE,
                     id="an island without a route"),
        pytest.param([*FIRST, {"do": "island", "key": "i2", "name": "Oro"}], Code.SAME_NAME,
                     id="one name twice"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_at_its_place(wishes: list[Wish], code: Code) -> None:
    said = [remark for remark in remarks(after(*wishes).draft) if remark.code is code]

    assert said
    assert code.stops == bool(faults(to_board(after(*wishes).draft)))


@pytest.mark.parametrize(
    ("wishes", "code", "keys"),
    [
        pytest.param([{"do": "island", "key": "i2", "name": "Oro"}], Code.SAME_NAME,
                     ("i2", "i1"), id="islands"),
        pytest.param([{"do": "add-harbour", "x": 9, "y": 9, "company": "red"}],
                     Code.COMPANY_TWICE, ("h2", "h1"), id="harbours"),
    ],
)  # fmt: skip
def test_one_name_for_two_is_said_once_at_the_one_that_came_last(
    wishes: list[Wish], code: Code, keys: tuple[str, ...]
) -> None:
    [said] = [each for each in remarks(after(*FIRST, *wishes).draft) if each.code is code]

    assert said.keys == keys


SECOND_ROUTE = {"do": "add-route", "a": "i2", "b": "i1"}


@pytest.mark.parametrize(
    ("wishes", "keys"),
    [
        pytest.param([SECOND_ROUTE], [("r1", "r2")], id="one pair"),
        pytest.param([SECOND_ROUTE, SECOND_ROUTE], [("r1", "r2"), ("r1", "r3"), ("r2", "r3")],
                     id="three pairs"),
    ],
)  # fmt: skip
def test_spaces_on_one_another_are_said_once_for_two_routes_with_all_their_places(
    wishes: list[Wish], keys: list[tuple[str, str]]
) -> None:
    draft = after(*FIRST, *wishes).draft
    said = [each for each in remarks(draft) if each.code is Code.SPACES_TOUCH]

    assert sorted(each.keys for each in said) == keys
    for each in said:
        [lane] = draft.routes[each.keys[0]].lanes
        assert sorted([each.at_mm, *each.more_mm]) == sorted((s.x_mm, s.y_mm) for s in lane)
        assert each.words["count"] == len(lane)


def test_islands_of_one_name_have_ids_of_their_own() -> None:
    board = parse_board(to_board(after(*FIRST, {"do": "island", "key": "i2", "name": "Oro"}).draft))

    assert list(board.islands) == ["oro", "oro_2"]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Hiva Oa", "hiva_oa"),
        ("Île d'Oro", "ile_d_oro"),
        ("<script>", "script"),
        ("東京", "island"),
    ],
)
def test_a_name_as_an_id(name: str, wanted: str) -> None:
    assert slug(name) == wanted


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        pytest.param(lambda text: text[: len(text) // 2], "cut off", id="torn"),
        pytest.param(lambda _: "[]", "no tracing", id="another file"),
        pytest.param(lambda text: text.replace('"companion_tracing":1', '"companion_tracing":9'),
                     "newer program", id="newer"),
        pytest.param(lambda text: text.replace("50.0", "1e999", 1), "damaged", id="infinite"),
        pytest.param(lambda text: text.replace('"route"', '"root"'), "damaged", id="unknown"),
        pytest.param(lambda text: text.replace('"deed":"added"', '"deed":"run"'), "damaged",
                     id="an unknown deed"),
    ],
)  # fmt: skip
def test_a_spoilt_file_is_refused_and_left_alone(tmp_path: Path, spoil: Any, why: str) -> None:
    path = tmp_path / "trace.json"
    write_trace(path, after(*FIRST))
    path.write_text(spoil(path.read_text(encoding="utf-8")), encoding="utf-8")
    spoilt = path.read_bytes()

    with pytest.raises(InputError, match=why) as refusal:
        read_trace(path)

    assert "\n" not in str(refusal.value)
    assert path.read_bytes() == spoilt


def test_a_company_of_clippers_whose_harbour_tells_no_sticks_is_told() -> None:
    """Without a number it has none, and who can lay nothing has lost."""
    begun = Trace(Sheet("Test board", "clippers", 400, 300, USUAL_PIECES))
    unsaid = after(*FIRST, trace=begun)
    [key] = unsaid.draft.harbours
    said = after({"do": "harbour", "key": key, "pieces": 32}, trace=unsaid)

    odd = [{remark.code for remark in remarks(trace.draft)} for trace in (unsaid, said)]

    assert [Code.NO_STICKS in codes for codes in odd] == [True, False]
