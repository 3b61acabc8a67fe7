"""The board was not found in a photo: a person marks its corners, and the score goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.boards.board import Board
from tests.web.photo_score.bench import Bench, played, totals, unless_marked
from tests.web.photo_score.pictures import jpeg
from tests.web.score.reports import PLAYERS
from tests.web.tables import make_host
from vision.picture.photo import decode_photo
from web.host.roles import Role
from web.photo_score.corners import parse_corners
from web.photo_score.reader import Result, Task, Unfound
from web.photo_score.unused import NO_EMPTY_BOARD

SQUARE = (10, 10, 90, 10, 90, 90, 10, 90)


def form(numbers: tuple[object, ...]) -> dict[str, str]:
    names = [f"{axis}{n}" for n in range(1, 5) for axis in "xy"]
    return {name: str(number) for name, number in zip(names, numbers, strict=False)}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    host = make_host(tmp_path / "table.sqlite")
    yield Bench(host, unless_marked)
    host.store.close()


def test_corners_are_marked_in_the_photo_that_was_handed_in_last(tmp_path: Path) -> None:
    """A browser keeps a picture: the one before was shown at the same address."""
    sides_px = iter((120, 130))

    def unfound(task: Task, board: Board) -> Result:
        side_px = next(sides_px)
        return Unfound(NO_EMPTY_BOARD, jpeg(side_px), side_px, side_px)

    host = make_host(tmp_path / "table.sqlite")
    bench = Bench(host, unfound)
    case, seen = bench.begin(), list[str]()
    for side_px in (120, 130):
        bench.send(case, "empty", jpeg())
        [address] = re.findall(r'src="(/photo/[^"]+unplaced[^"]+)"', bench.read(case))
        picture = decode_photo(bench.client.get(address).data, "it")
        assert picture.shape[0] == side_px
        seen.append(address)

    assert seen[0] != seen[1]
    host.store.close()


def test_marked_corners_lead_to_the_score(bench: Bench) -> None:
    case = bench.begin()
    bench.client.post(f"{case}/players", data=played(PLAYERS))
    for which in ("empty", "final"):
        bench.send(case, which, jpeg())
        page = bench.read(case)
        assert "Show its corners below" in page
        assert page.count("data-corner=") == 4
        picture = bench.client.get(f"{case}/unplaced.jpg")
        assert decode_photo(picture.data, "it").shape == (120, 120, 3)

        assert bench.client.post(f"{case}/corners", data=form(SQUARE)).status_code == 303

    page = bench.read(case)
    assert totals(page) == {"Pauline": 12, "Jean-Luc": 10}
    assert "data-corners" not in page
    assert bench.client.get(f"{case}/unplaced.jpg").status_code == 404


def test_another_photo_may_be_sent_instead(bench: Bench) -> None:
    case = bench.begin()
    bench.send(case, "empty", jpeg())
    bench.read(case)
    bench.client.post(f"{case}/corners", data=form(SQUARE))
    bench.read(case)

    bench.send(case, "empty", jpeg(202))

    assert "Show its corners below" in bench.read(case)


@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param((), id="none"),
        pytest.param(SQUARE[:7], id="one is missing"),
        pytest.param((*SQUARE[:7], "x"), id="no number"),
        pytest.param((*SQUARE[:7], "nan"), id="not a number"),
        pytest.param((*SQUARE[:7], "1e9"), id="outside the photo"),
        pytest.param((90, 10, 10, 10, 10, 90, 90, 90), id="mirrored"),
        pytest.param((10, 10, 90, 90, 90, 10, 10, 90), id="crossed"),
        pytest.param((10, 10, 10, 10, 90, 90, 10, 90), id="two in one place"),
    ],
)
def test_corners_that_are_none_change_nothing(numbers: tuple[object, ...], bench: Bench) -> None:
    case = bench.begin()
    bench.send(case, "empty", jpeg())
    bench.read(case)

    answer = bench.client.post(f"{case}/corners", data=form(numbers))

    assert answer.status_code == 422
    assert "go round the board" in answer.text
    assert "data-corners" in bench.read(case)


def test_corners_are_shares_of_the_photo_in_turn() -> None:
    assert parse_corners(form(SQUARE)) == ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))


@pytest.mark.parametrize(("role", "status"), [(Role.WATCHER, 403), (None, 401), (Role.HOST, 404)])
def test_who_may_mark_and_when(role: Role | None, status: int, bench: Bench) -> None:
    case = bench.begin()

    assert bench.enter(role).post(f"{case}/corners", data=form(SQUARE)).status_code == status
