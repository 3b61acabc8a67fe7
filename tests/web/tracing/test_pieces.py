"""Teaching the pieces, and the trial before the first game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from calibration.board_pose.outline import outline_pose
from calibration.profile import profile_bytes, profile_of
from companion.position import Position
from tests.small_sea import HEIGHT_MM, WIDTH_MM, sea_json, small_sea
from tests.web.photo_score.pictures import jpeg
from tests.web.tables import make_host
from tests.web.tracing.tracing_bench import Bench
from vision.picture.photo import decode_photo

KINDS = ["white", "red", "green", "blue", "black", "red", "blue"]


@pytest.fixture
def sea(tmp_path: Path) -> Iterator[Bench]:
    """A host who was sent the profile of the small sea."""
    host = make_host(tmp_path / "table.sqlite")
    bench, small = Bench(host), small_sea()
    pose = outline_pose(decode_photo(small.empty, "empty"), small.corners_px, WIDTH_MM, HEIGHT_MM)
    profile = profile_of(small.board, sea_json(), (small.empty, pose), {})
    bench.page = bench.take_in(profile_bytes(profile)).headers["Location"].partition("#")[0]
    yield bench
    host.store.close()


def lessons(bench: Bench, which: str) -> list[dict[str, Any]]:
    asked = bench.client.get(f"{bench.page}/lessons/{which}").get_json()
    assert isinstance(asked, list)
    return asked


def hand_in(
    bench: Bench, path: str, photo: bytes, asked: object, agreed: object = ()
) -> TestResponse:
    said, insisted = json.dumps(asked), json.dumps(agreed)
    body = (
        b'--x\r\nContent-Disposition: form-data; name="agreed"\r\n\r\n'
        + insisted.encode() + b"\r\n"
        b'--x\r\nContent-Disposition: form-data; name="lessons"\r\n\r\n' + said.encode() + b"\r\n"
        b'--x\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
        + photo + b"\r\n--x--\r\n"
    )  # fmt: skip
    kind = "multipart/form-data; boundary=x"
    return bench.client.post(
        f"{bench.page}/{path}",
        data=body,
        content_type=kind,
        headers={"Accept": "application/json"},
    )


def laid(asked: list[dict[str, Any]]) -> Position:
    return Position(
        {each["place"]: each["kind"] for each in asked if each["piece"] == "stick"},
        {each["place"]: each["kind"] for each in asked if each["piece"] == "marker"},
    )


def test_one_photo_teaches_the_pieces_and_another_shows_that_they_are_seen(sea: Bench) -> None:
    asked = lessons(sea, "pieces")
    assert [each["kind"] for each in asked] == KINDS

    answer = hand_in(sea, "teach", small_sea().photo(laid(asked)), asked).get_json()

    assert answer["told"] == ["All pieces are learned."]
    assert set(answer["state"]["taught"]) == set(KINDS)
    tried = lessons(sea, "trial")
    assert len(tried) == 5
    result = hand_in(sea, "trial", small_sea().photo(laid(tried), 2), tried).get_json()
    assert result["told"] == "All 5 pieces are seen. You can play."
    profile = json.loads(sea.client.get(f"{sea.page}/profile").data)
    assert set(profile["palette"]) == set(KINDS)
    assert profile["art_base64"]


@pytest.mark.parametrize(
    ("lie", "told", "exchanged"),
    [
        pytest.param({"red": "green", "green": "red"}, ["Green and red look exchanged."],
                     [["red", "green"], ["green", "red"]], id="two changed places"),
        pytest.param({"green": "red"}, ["Green looks like red."], [["green", "red"]],
                     id="another in its place"),
    ],
)  # fmt: skip
def test_sticks_that_look_exchanged_are_asked_about_before_they_are_learned(
    lie: dict[str, str], told: list[str], exchanged: list[list[str]], sea: Bench
) -> None:
    asked, before = lessons(sea, "pieces"), sea.state()
    truly = [
        {**each, "kind": lie.get(each["kind"], each["kind"])} if each["piece"] == "stick" else each
        for each in asked
    ]
    photo = small_sea().photo(laid(truly))

    answer = hand_in(sea, "teach", photo, asked).get_json()

    assert [said for said in answer["told"] if "alike" not in said] == told
    assert answer["exchanged"] == exchanged
    assert sea.state() == before
    other = hand_in(sea, "teach", photo, asked, [["white", "black"]]).get_json()
    assert other["exchanged"] == exchanged
    kept = hand_in(sea, "teach", photo, asked, exchanged).get_json()
    assert "exchanged" not in kept
    assert set(sea.state()["taught"]) == set(KINDS)


def test_what_does_not_lie_there_is_said_by_name(sea: Bench) -> None:
    tried = lessons(sea, "trial")
    absent = next(each for each in tried if each["piece"] == "stick")
    photo = small_sea().photo(laid([each for each in tried if each is not absent]), 2)

    result = hand_in(sea, "trial", photo, tried).get_json()

    assert result["told"] == "4 of 5 pieces are seen as they lie."
    assert result["seen"][absent["place"]] == {"seen": False, "instead": None}


@pytest.mark.parametrize(
    ("photo", "asked"),
    [
        pytest.param(jpeg(500), None, id="a photo of nothing"),
        pytest.param(b"hello", None, id="no photo"),
        pytest.param(b"", "[", id="no lessons"),
        pytest.param(b"", [{"place": "../../etc", "kind": "<script>"}], id="places of no board"),
    ],
)
def test_what_is_of_no_use_changes_nothing(sea: Bench, photo: bytes, asked: object) -> None:
    before = sea.state()

    answer = hand_in(sea, "teach", photo, asked or lessons(sea, "pieces"))

    assert answer.status_code == 422
    assert "\n" not in answer.get_json()["error"]["message"]
    assert sea.state() == before


def test_an_unfinished_board_has_no_lessons_yet(sea: Bench) -> None:
    sea.small()

    answer = sea.client.get(f"{sea.page}/lessons/pieces", headers={"Accept": "application/json"})

    assert answer.status_code == 422
