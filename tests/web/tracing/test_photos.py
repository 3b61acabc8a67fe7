"""Photos of an empty board, as tracing takes them: faults are told, and nothing is lost."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.tracing.shelf import FOLDER
from tests.small_sea import small_sea
from tests.web.photo_score.pictures import huge_png, jpeg
from tests.web.tracing.tracing_bench import Bench
from vision.picture.camera import Mailbox
from vision.picture.encoding import encoded
from vision.picture.photo import decode_photo
from web.serving.handed_in import LARGEST_PHOTOS, MOST_PHOTOS
from web.watching import shots


@pytest.mark.parametrize(
    ("data", "status"),
    [
        pytest.param(b"", 422, id="nothing"),
        pytest.param(b"<svg onload=alert(1)>", 422, id="no photo"),
        pytest.param(jpeg()[:-300], 422, id="cut off"),
        pytest.param(huge_png(), 422, id="40 gigapixels in 300 bytes"),
        pytest.param(jpeg(50), 422, id="too small"),
        pytest.param(b"\xff" * (LARGEST_PHOTOS + 10), 413, id="too many bytes"),
    ],
)
def test_a_bad_photo_is_told_and_loses_nothing(sea: Bench, data: bytes, status: int) -> None:
    before = sea.state()

    answer = sea.photo(data)

    assert answer.status_code == status
    assert "\n" not in answer.get_json()["error"]["message"]
    assert sea.state() == before


def test_what_is_wrong_with_a_photo_is_said_at_once(bench: Bench) -> None:
    bench.small()
    photo = decode_photo(small_sea().empty, "empty")

    state = bench.photo(encoded(np.asarray(cv2.resize(photo, (240, 180)), np.uint8))).get_json()

    assert any("pixels long" in fault["said"] for fault in state["photo"]["faults"])


def test_a_fault_that_hangs_on_the_outline_is_sure_only_when_the_corners_are_taken(
    bench: Bench,
) -> None:
    bench.small()
    photo = decode_photo(small_sea().empty, "empty")
    small = encoded(np.asarray(cv2.resize(photo, (240, 180)), np.uint8), ".jpg", 88)
    found = bench.photo(small).get_json()["photo"]
    assert [each["said"].split(",")[0] for each in found["faults"] if each["outline"]] == [
        "If this outline is right"
    ]

    px = [[-20, 5], [230, 5], [230, 170], [5, 170]]
    state = bench.send("corners", px=px).get_json()

    said = [each["said"] for each in state["photo"]["faults"]]
    assert any("cut off" in each for each in said)
    assert any(each.startswith("A stick is only") for each in said)
    assert state["odd"]


def test_several_photos_become_one(bench: Bench) -> None:
    bench.small()
    photo = decode_photo(small_sea().empty, "empty")
    bright = np.clip(photo.astype(int) + 12, 0, 255).astype(np.uint8)

    state = bench.photo(small_sea().empty, encoded(bright)).get_json()

    assert state["photo"]["size"] == [1600, 1200]
    assert len(state["photo"]["corners"]) == 4


def test_a_seventh_photo_is_told_and_none_is_taken(sea: Bench) -> None:
    before = sea.state()

    answer = sea.photo(*[small_sea().empty] * (MOST_PHOTOS + 1))

    assert answer.status_code == 422
    assert answer.get_json()["error"]["message"] == (
        "More than 6 files came, and none was taken; choose 6 at most, and send them again."
    )
    assert sea.state() == before


def test_the_camera_over_the_table_takes_the_photo(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shots, "BETWEEN_S", 0.0)
    bench.small()
    assert "photo-live" not in bench.client.get(bench.page).text
    sent = {"data": {"from": "camera"}, "headers": {"Accept": "application/json"}}
    none = bench.client.post(f"{bench.page}/photo", **sent)
    assert none.get_json()["error"]["code"] == "no-camera"

    bench.host.mount.camera = camera = Mailbox()
    none = bench.client.post(f"{bench.page}/photo", **sent)
    assert none.get_json()["error"]["code"] == "no-picture"
    camera.put(small_sea().empty)

    state = bench.client.post(f"{bench.page}/photo", **sent).get_json()

    assert np.abs(np.array(state["photo"]["corners"]) - small_sea().corners_px).max() < 16
    assert "photo-live" in bench.client.get(bench.page).text


def test_a_photo_of_nothing_leaves_the_corners_to_a_person(bench: Bench) -> None:
    bench.small()

    state = bench.photo(jpeg(400)).get_json()

    assert state["photo"]["corners"] == []
    assert bench.send("corners", px=[[1, 1], [1, 1], [1, 1], [1, 1]]).status_code == 422
    assert bench.send("corners", px=[[10, 10], [390, 10], [390, 300], [10, 300]]).status_code == 200


def test_corners_mended_later_leave_what_is_traced_on_its_print(sea: Bench) -> None:
    state = sea.state()
    corners = np.array(state["photo"]["corners"])

    sea.send("corners", px=(corners + [[30, 0], [0, 0], [0, 0], [0, 0]]).tolist())

    moved = sea.state()
    assert moved["islands"][0] != state["islands"][0]
    sea.send("corners", px=corners.tolist())
    for one, other in zip(sea.state()["islands"], state["islands"], strict=True):
        assert np.allclose([one["x"], one["y"]], [other["x"], other["y"]], atol=0.1)


def test_corners_mended_again_and_again_leave_one_picture_of_each_kind(sea: Bench) -> None:
    corners = np.array(sea.state()["photo"]["corners"])
    views = [sea.client.get(f"{sea.page}/flat.jpg").data]
    for slip_px in (3, 6):
        sea.send("corners", px=(corners + [[slip_px, 0], [0, 0], [0, 0], [0, 0]]).tolist())
        views.append(sea.client.get(f"{sea.page}/flat.jpg").data)

    [board] = sea.shelf.boards()
    folder = sea.host.store.path.parent / FOLDER / board.id
    assert [len(list(folder.glob(f"{kind}-*.jpg"))) for kind in ("flat", "shown")] == [1, 1]
    for view in reversed(views):
        assert sea.client.get(f"{sea.page}/flat.jpg").data == view
        sea.send("undo")
    assert len(set(views)) == 3


@pytest.mark.parametrize("which", ["photo", "flat"])
def test_a_picture_of_a_board_without_a_photo_is_asked_for_first(bench: Bench, which: str) -> None:
    bench.small()

    answer = bench.client.get(f"{bench.page}/{which}.jpg", headers={"Accept": "application/json"})

    error = answer.get_json()["error"]
    assert (answer.status_code, error["code"]) == (422, "unusable")
    assert "There is no photo yet" in error["message"]
