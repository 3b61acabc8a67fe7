"""Profiles that are sent and taken in: whole, or refused in words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.profile import Profile, parse_profile
from calibration.tracing.shelf import FOLDER, Shelf
from calibration.tracing.traced_board import TracedBoard
from tests.small_sea import WIDTH_MM, small_sea
from tests.web.tracing.tracing_bench import Bench


def exported(bench: Bench) -> Any:
    answer = bench.client.get(f"{bench.page}/profile")
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    return json.loads(answer.data)


def test_a_profile_can_be_sent_and_taken_in(sea: Bench, tmp_path: Path) -> None:
    sent = exported(sea)
    before = sea.state()

    answer = sea.take_in(json.dumps(sent).encode())

    assert answer.status_code == 303
    sea.page = answer.headers["Location"].partition("#")[0]
    after = sea.state()
    assert [(i["name"], i["x"], i["slots"]) for i in after["islands"]] == [
        (i["name"], i["x"], i["slots"]) for i in before["islands"]
    ]
    assert sea.client.get(f"{sea.page}/flat.jpg").status_code == 200
    again = exported(sea)
    assert again["board"]["fingerprint"] == sent["board"]["fingerprint"]
    assert np.allclose(again["pose"]["rotation"], sent["pose"]["rotation"])


def with_(**fields: Any) -> Callable[[Any], bytes]:
    return lambda profile: json.dumps({**profile, **fields}).encode()


def meta(**fields: Any) -> Callable[[Any], bytes]:
    def spoilt(profile: Any) -> bytes:
        profile["board_file"]["meta"].update(fields)
        return json.dumps(profile).encode()

    return spoilt


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda profile: json.dumps(profile).encode()[:9000], id="torn"),
        pytest.param(lambda _: b"\x89PNG", id="a picture"),
        pytest.param(lambda _: b"", id="nothing"),
        pytest.param(with_(companion_profile=99), id="newer"),
        pytest.param(with_(companion_profile=1, board_file=None), id="too old to hold its board"),
        pytest.param(with_(photo_base64="AAAA"), id="another photo"),
        pytest.param(with_(board_file={"meta": {}}), id="no board"),
        pytest.param(meta(width_mm=10**30), id="a huge board"),
        pytest.param(meta(width_mm=WIDTH_MM + 1), id="another board than was learned"),
        pytest.param(meta(name="\x00"), id="a name that can't be printed"),
    ],
)
def test_a_hostile_profile_is_refused_and_leaves_nothing(
    sea: Bench, spoil: Callable[[Any], bytes]
) -> None:
    data = spoil(exported(sea))
    kept = sorted(path.name for path in (sea.host.store.path.parent / FOLDER).iterdir())

    answer = sea.take_in(data)

    assert answer.status_code == 422
    assert answer.text.count('role="alert"') == 1
    assert sorted(path.name for path in (sea.host.store.path.parent / FOLDER).iterdir()) == kept


@pytest.mark.parametrize(
    "begin",
    [
        pytest.param(lambda shelf, _: shelf.begin_shipped("clippers"), id="with a map"),
        pytest.param(lambda shelf, sent: shelf.take_in(sent, "the profile"), id="with a profile"),
    ],
)
def test_a_board_whose_beginning_was_cut_off_is_not_on_the_shelf(
    sea: Bench, begin: Callable[[Shelf, Profile], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = parse_profile(json.dumps(exported(sea)).encode(), "the profile")
    before = sea.shelf.boards()

    def cut_off(_: TracedBoard) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(TracedBoard, "save", cut_off)
        with pytest.raises(KeyboardInterrupt):
            begin(sea.shelf, sent)

    assert (sea.shelf.boards(), sea.shelf.removed()) == (before, [])
    assert sea.shelf.take_in(sent, "the profile").draft.sheet.name == "Small sea"


@pytest.mark.parametrize("data", [b'{"meta": {"name": "Sea"}}', small_sea().empty])
def test_who_takes_in_what_is_no_profile_is_told_what_to_do_on_this_page(
    data: bytes, bench: Bench
) -> None:
    page = bench.take_in(data).text

    assert "choose the file that" in page
    assert "or have it sent again" in page
    assert "make it again" not in page


def test_script_in_a_name_stays_a_name(sea: Bench) -> None:
    data = meta(name="<script>alert(1)</script>")(exported(sea))

    answer = sea.take_in(data)

    assert answer.status_code == 303
    for path in (answer.headers["Location"], "/trace"):
        page = sea.client.get(path).text
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page
