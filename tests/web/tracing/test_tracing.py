"""Tracing on the page: saved at every step, only for the host, and nothing hostile gets in."""

from __future__ import annotations

import os
from datetime import datetime

import numpy as np
import pytest

from calibration.tracing.shelf import FOLDER
from companion.__main__ import main
from companion.boards.board_file import read_board
from companion.errors import InputError
from companion.store import Store
from tests.small_sea import small_sea
from tests.web.tables import BOARD, NOW
from tests.web.tracing.tracing_bench import Bench
from web.host.host import Address, Host
from web.host.roles import Role


def test_from_a_photo_to_a_board_file(sea: Bench) -> None:
    [board] = sea.shelf.boards()
    path = sea.host.store.path.parent / FOLDER / board.id / "board.json"

    assert list(read_board(path).islands) == ["oro", "lai"]
    assert main(["board", "check", str(path)]) == 0
    assert sea.client.get(f"{sea.page}/flat.jpg").mimetype == "image/jpeg"


def test_corners_are_found_by_themselves(bench: Bench) -> None:
    bench.small()

    state = bench.photo(small_sea().empty).get_json()

    assert np.abs(np.array(state["photo"]["corners"]) - small_sea().corners_px).max() < 16


def test_what_the_photo_shows_is_suggested_and_routes_snap_to_it(sea: Bench) -> None:
    ghosts = sea.client.get(f"{sea.page}/ghosts").get_json()

    found = [(g["x"], g["y"]) for g in ghosts if g["kind"] == "dash"]
    spaces = [(s.x_mm, s.y_mm) for s in small_sea().board.spaces.values()]
    near = [min(np.hypot(x - a, y - b) for a, b in found) for x, y in spaces]
    assert np.mean(np.array(near) < 2) > 0.8
    state = sea.wish("snap", key="r1")
    assert {space[3] for lane in state["routes"][0]["lanes"] for space in lane} == {"found"}


def test_every_step_is_saved_and_survives_a_restart(sea: Bench) -> None:
    before = sea.state()

    again = Bench(Host(Store(sea.host.store.path), BOARD, lambda: NOW, Address(8000)))
    again.page = sea.page

    assert again.state() == before
    undone = again.send("undo").get_json()
    assert undone["routes"] == []
    assert again.send("redo").get_json()["routes"] == before["routes"]
    again.host.store.close()


def test_who_comes_late_is_told_and_shown_what_is_there(bench: Bench) -> None:
    bench.small()
    bench.wish("add-island", x=50, y=50)

    answer = bench.send("act", revision=0, wish={"do": "add-island", "x": 90, "y": 90})

    assert answer.status_code == 409
    told = answer.get_json()["error"]
    assert (told["code"], len(told["state"]["islands"])) == ("stale", 1)
    assert [said.endswith("added") for said in told["meanwhile"]] == [True]


def test_two_programs_do_not_overwrite_each_other(bench: Bench) -> None:
    bench.small()
    other = Bench(bench.host)
    other.page = bench.page
    seen = other.state()["revision"]
    bench.wish("add-island", x=50, y=50, name="Oro")
    bench.wish("add-island", x=90, y=90, name="Lai")
    bench.send("undo")

    late = other.send("act", revision=seen, wish={"do": "add-island", "x": 20, "y": 20})

    assert late.status_code == 409
    assert "(Oro added)" in late.get_json()["error"]["message"]
    assert [each["name"] for each in other.state()["islands"]] == ["Oro"]
    other.wish("add-island", x=20, y=20, name="Tui")
    assert [each["name"] for each in bench.state()["islands"]] == ["Oro", "Tui"]


def test_a_removed_board_can_be_brought_back(sea: Bench) -> None:
    before, number = sea.state(), sea.page.rsplit("/", 1)[1]

    assert sea.client.post(f"{sea.page}/remove").status_code == 303
    assert sea.client.get(f"{sea.page}/state").status_code == 404
    assert sea.shelf.boards() == []
    assert f"/trace/{number}/bring-back" in sea.client.get("/trace").text
    assert sea.client.post(f"{sea.page}/remove").status_code == 404
    assert sea.client.post(f"{sea.page}/bring-back").status_code == 303
    assert sea.state() == before
    assert sea.client.post(f"{sea.page}/bring-back").status_code == 404


def test_two_boards_of_one_name_are_told_apart_by_when_they_were_changed(bench: Bench) -> None:
    for day in (4, 5):
        bench.begin(**{"from": "clippers"})
        at = datetime(2026, 9, day, 20, 15).astimezone().timestamp()
        folder = bench.host.store.path.parent / FOLDER / bench.page.rsplit("/", 1)[1]
        os.utime(folder, (at, at))
    bench.client.post(f"{bench.page}/remove")
    bench.begin(**{"from": "clippers"})

    page = bench.client.get("/trace").text

    listed, removed = page.split("<summary>Removed</summary>")
    assert listed.count(">Clippers</a>") == 2
    assert listed.count("last changed") == 2
    assert "last changed 2026-09-04 20:15" in listed
    assert "last changed 2026-09-05 20:15" in removed


def test_a_board_that_another_program_removed_takes_no_more(sea: Bench) -> None:
    revision, other = sea.state()["revision"], Bench(sea.host)
    [board] = [sea.shelf.get(each.id) for each in sea.shelf.boards()]
    assert board is not None
    other.shelf.remove(board.id)

    with pytest.raises(InputError, match="removed meanwhile"):
        board.undo(revision)


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        pytest.param({"width_mm": -3}, "Width in mm: is -3", id="the board's width"),
        pytest.param({"pieces": {"stick": {"length_mm": 20, "width_mm": "five"}}},
                     "Stick: width: ", id="a stick's"),
    ],
)  # fmt: skip
def test_a_size_that_cannot_be_is_refused_by_the_name_of_its_field(
    bench: Bench, wish: dict[str, object], field: str
) -> None:
    bench.small()

    answer = bench.send("act", wish={"do": "sheet", **wish})

    assert answer.status_code == 422
    assert answer.get_json()["error"]["message"].startswith(field)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"width_mm": "-5"}, "Width in mm: is -5.0; give a number from 50 to 5000 mm"),
        ({"height_mm": "99999"}, "Height in mm: is 99999.0; give a number from 50 to 5000 mm"),
        ({"width_mm": "5", "height_mm": "5"}, "Width in mm: is 5.0"),
        ({"width_mm": "78,5 cm"}, "Width in mm: is &#39;78,5 cm&#39;; give a number"),
        ({"width_mm": "nan"}, "Width in mm: "),
        ({"name": " "}, "Name: "),
    ],
)
def test_a_size_to_begin_with_is_refused_on_its_form_with_what_was_typed(
    typed: dict[str, str], said: str, bench: Bench
) -> None:
    form = {"name": "My sea", "width_mm": "400", "height_mm": "300", **typed}

    answer = bench.client.post("/trace", data=form, headers={"Accept": "text/html"})

    assert answer.status_code == 422
    assert said in answer.text
    for field in ("width_mm", "height_mm"):
        assert f'name="{field}" required inputmode="decimal" value="{form[field]}"' in answer.text
    assert bench.shelf.boards() == []


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("3 points", "Value: is '3 points'; give a number"),
        (-3, "Value: is -3; give a number from 0 to 100"),
        (2.5, "Value: "),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_its_name_and_the_old_one_stays(
    value: object, said: str, sea: Bench
) -> None:
    sea.wish("island", key="i1", value=3)

    answer = sea.send("act", wish={"do": "island", "key": "i1", "value": value})

    assert answer.status_code == 422
    assert answer.get_json()["error"]["message"].startswith(said)
    assert sea.state()["islands"][0]["value"] == 3


def test_islands_without_a_value_are_told_by_name_where_they_lie(bench: Bench) -> None:
    bench.begin(**{"from": "clippers"})
    state = bench.state()
    assert state["playable"]
    [rapa] = [each for each in state["islands"] if each["name"] == "Rapa"]

    state = bench.wish("island", key=rapa["key"], value=None)

    assert not state["playable"]
    [remark] = [each for each in state["remarks"] if each["code"] == "no-value"]
    assert remark["said"] == "Rapa has slots but no value."
    assert remark["keys"] == [rapa["key"]]


UNVALUED = "Oro has slots but no value."


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        pytest.param([("island", {"key": "i1", "slots": 0})], [], id="no slot"),
        pytest.param([], [UNVALUED], id="no harbour either"),
        pytest.param([("sheet", {"width_mm": 60})], [UNVALUED], id="no board yet"),
        pytest.param(
            [("add-harbour", {"x": 300, "y": 300, "company": "red"})],
            [UNVALUED],
            id="the value alone",
        ),
        pytest.param([("island", {"key": "i1", "value": 0})], [], id="a value"),
    ],
)
def test_a_tapped_island_has_no_value_and_is_told_until_somebody_says_one(
    wishes: list[tuple[str, dict[str, object]]], told: list[str], bench: Bench
) -> None:
    bench.begin(**{"from": "clippers", "bare": "1"})
    state = bench.wish("add-island", x=200, y=100, name="Oro", slots=2)
    assert state["islands"][0]["value"] is None

    for do, more in wishes:
        state = bench.wish(do, **more)

    assert [each["said"] for each in state["remarks"] if each["code"] == "no-value"] == told
    assert not state["playable"] or not told


def test_what_a_game_lacks_is_said_before_the_values_of_many_islands(bench: Bench) -> None:
    bench.begin(**{"from": "clippers", "bare": "1"})
    for number in range(6):
        bench.wish("add-island", x=50 + 60 * number, y=100, name=f"Oro {number}", slots=2)

    unplayed = bench.state()["unplayed"]

    assert "it has no harbours" in unplayed
    assert "Oro 0 has slots but no value." in unplayed


@pytest.mark.parametrize(
    ("without", "said"),
    [
        ((), None),
        (("Palau",), "It can't be played on yet: Palau has slots but no value."),
        (
            ("Rapa", "Tonga", "Fiji", "Wake", "Palau"),
            (
                "It can't be played on yet: Rapa has slots but no value. "
                "Tonga has slots but no value. Fiji has slots but no value. "
                "Wake has slots but no value. …"
            ),
        ),
    ],
)
def test_why_a_board_can_not_be_played_on_is_said_by_name(
    without: tuple[str, ...], said: str | None, bench: Bench
) -> None:
    bench.begin(**{"from": "clippers"})
    keys = {each["name"]: each["key"] for each in bench.state()["islands"]}
    for name in without:
        bench.wish("island", key=keys[name], value=None)

    assert bench.state()["unplayed"] == said


@pytest.mark.parametrize(
    ("spaces", "said"),
    [
        (1, "Two spaces lie on one another: Oro - Lai; Lai - Oro."),
        (2, "Spaces lie on one another in 2 places: Oro - Lai; Lai - Oro."),
    ],
)
def test_two_routes_on_one_another_are_told_once_with_all_places(
    spaces: int, said: str, bench: Bench
) -> None:
    bench.small()
    for name, x in (("Oro", 45), ("Lai", 160)):
        bench.wish("add-island", x=x, y=50, name=name)
    bench.wish("add-route", a="i1", b="i2", spaces=spaces)

    state = bench.wish("add-route", a="i2", b="i1", spaces=spaces)

    [told] = [each for each in state["remarks"] if each["code"] == "spaces-touch"]
    assert told["said"] == said
    assert told["keys"] == ["r1", "r2"]
    lane = [[x, y] for x, y, *_ in state["routes"][0]["lanes"][0]]
    assert sorted([told["at"], *told["more"]]) == sorted(lane)


def test_why_a_game_refuses_a_board_is_said_once_and_of_no_game_nothing(bench: Bench) -> None:
    bench.begin(**{"from": "clippers"})
    for harbour in bench.state()["harbours"]:
        bench.wish("remove", key=harbour["key"])

    state = bench.state()

    assert state["whole"]
    assert [each["said"] for each in state["remarks"] if each["code"] == "unplayable"] == [
        state["unplayed"]
    ]
    assert "harbours" in state["unplayed"]

    bench.small()
    assert not bench.state()["playable"]
    assert bench.state()["unplayed"] is None


@pytest.mark.parametrize("wish", [None, {"do": "fly"}, {"do": "add-island", "x": "<script>"}])
def test_what_is_no_wish_changes_nothing(bench: Bench, wish: object) -> None:
    bench.small()
    before = bench.state()

    assert bench.send("act", wish=wish).status_code == 422
    assert bench.state() == before


def test_a_half_finished_tracing_is_kept_and_told(bench: Bench) -> None:
    bench.small()

    answer = bench.client.get(f"{bench.page}/profile", headers={"Accept": "application/json"})

    assert answer.status_code == 422
    assert "\n" not in answer.get_json()["error"]["message"]
    assert bench.state()["whole"] is False
    assert bench.client.get(bench.page).status_code == 200


@pytest.mark.parametrize("path", ["", "/{board}", "/{board}/state", "/{board}/profile"])
@pytest.mark.parametrize(
    ("role", "status"), [(None, 401), (Role.WATCHER, 403), (Role.PLAYER, 403), (Role.BANKER, 403)]
)
def test_only_the_host_may_trace(bench: Bench, path: str, role: Role | None, status: int) -> None:
    number = bench.small().rsplit("/", 1)[1]
    client = bench.enter(role, "Pauline" if role is Role.PLAYER else None)

    assert client.get("/trace" + path.format(board=number)).status_code == status
    assert client.post(f"/trace/{number}/act", json={}).status_code == status


@pytest.mark.parametrize("number", ["00000000", "..", "%2e%2e%2ftable.sqlite", "ABCDEF12", "x"])
def test_there_is_no_way_out_of_the_shelf(bench: Bench, number: str) -> None:
    assert bench.client.get(f"/trace/{number}/state").status_code == 404


def test_a_torn_tracing_is_told_and_left_alone(bench: Bench) -> None:
    number = bench.small().rsplit("/", 1)[1]
    path = bench.host.store.path.parent / FOLDER / number / "trace.json"
    path.write_bytes(path.read_bytes()[:40])
    again = Bench(bench.host)

    page = again.client.get("/trace")

    assert page.status_code == 200
    assert "cut off" in page.text
    assert path.stat().st_size == 40
