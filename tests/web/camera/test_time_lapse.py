"""A picture of each turn: only where it is wanted, one a turn, kept here alone, and deleted."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from companion.records.record import write_record
from companion.store import Store
from companion.store.carried import carried
from tests.web.camera.watched_tables import EMPTY_BOARD, SIZE_PX, WatchedTable
from tests.web.photo_score.pictures import jpeg
from tests.web.tables import client_of, make_host
from web.demo.game import begin_demo
from web.host import album as albums
from web.host.album import Album, Albums
from web.host.host import Host
from web.host.roles import Role
from web.time_lapse import keeper
from web.time_lapse.film import film
from web.time_lapse.keeper import Keeper
from web.watching import watch as watching

THIRD = "h-white--manihi/0/0"
FIRST, SECOND = "h-red--kiritimati/0/0", "h-red--kiritimati/0/1"


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WatchedTable]:
    """Benjamin is to lay his first stick, before a camera."""
    monkeypatch.setattr(watching, "BETWEEN_S", 0.0)
    table = WatchedTable(tmp_path / "table.sqlite")
    table.set_up()
    table.say("card", "Benjamin", card="5x")
    for player in ("Pauline", "Jean-Luc"):
        table.say("pass", player)
    yield table
    table.close()


def want(host: Host, *, keep: bool = True) -> None:
    host.change(lambda now: replace(now, pictures=keep))


def album_of(host: Host) -> Album:
    assert host.table is not None
    return host.albums.of(host.table.number)


@pytest.mark.parametrize("said", [None, False])
def test_nothing_is_kept_unless_the_table_wants_it(
    said: bool | None, watched: WatchedTable
) -> None:
    watched.host.change(lambda now: replace(now, pictures=said))
    keeps = Keeper(watched.host)
    watched.lay({FIRST: "red"})
    keeps.look()

    assert album_of(watched.host).numbers() == ()
    assert not watched.host.albums.folder.exists()


def test_one_picture_is_kept_of_each_turn_the_last_of_it(watched: WatchedTable) -> None:
    want(watched.host)
    keeps = Keeper(watched.host)
    keeps.look()
    assert album_of(watched.host).numbers() == (3,)  # Jean-Luc has passed
    for number, space in ((4, FIRST), (5, SECOND)):
        watched.lay({space: "red"})
        keeps.look()
        assert album_of(watched.host).numbers() == (3, number)
    watched.say("done", "Benjamin", phase=2)
    watched.show()
    keeps.look()
    assert album_of(watched.host).numbers() == (3, 6)

    watched.lay({THIRD: "white"})  # Pauline's
    keeps.look()

    last = watched.table.view.facts[-1].seq
    assert album_of(watched.host).numbers() == (3, 6, last)
    assert [album_of(watched.host).at(moment) for moment in (2, 5, 6, None)] == [None, 3, 6, last]


def test_a_turn_that_lasts_is_pictured_anew_by_and_by(watched: WatchedTable) -> None:
    want(watched.host)
    now = [100.0]
    keeps = Keeper(watched.host, lambda: now[0])
    light = np.full((SIZE_PX[1], SIZE_PX[0], 3), (215, 200, 185), np.uint8)
    keeps.look()
    [number] = album_of(watched.host).numbers()
    before = album_of(watched.host).picture(number)

    watched.picture(light)
    keeps.look()
    assert album_of(watched.host).picture(number) == before
    now[0] += keeper.ANEW_S
    keeps.look()
    assert album_of(watched.host).picture(number) != before


def test_only_the_board_and_its_rim_are_kept(watched: WatchedTable) -> None:
    """What sits around the table is nobody's to keep: the frame's edges are cut off."""
    want(watched.host)
    room = EMPTY_BOARD.copy()
    room[:, :20] = room[:, -20:] = (0, 0, 255)
    watched.picture(room)
    Keeper(watched.host).look()

    [number] = album_of(watched.host).numbers()
    kept = album_of(watched.host).picture(number)
    assert kept is not None
    seen = cv2.imdecode(np.frombuffer(kept, np.uint8), cv2.IMREAD_COLOR)
    assert seen is not None
    assert seen.shape[1] < SIZE_PX[0]
    assert np.ptp(seen.astype(int), axis=(0, 1)).max() < 10


def test_they_are_in_no_record_backup_or_file_for_another_laptop(watched: WatchedTable) -> None:
    want(watched.host)
    before = write_record(watched.table.view.record)
    Keeper(watched.host).look()
    assert album_of(watched.host).numbers()

    assert write_record(watched.table.view.record) == before
    store = watched.host.store
    copy = store.back_up()
    assert copy is not None
    assert not copy.with_name(f"{copy.name}-pictures").exists()
    assert "jpg" not in carried(store, [watched.table.number])


def test_they_are_bounded_and_the_first_and_the_last_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(albums, "MOST_PICTURES", 20)
    one = Album(tmp_path / "album")
    for number in range(100):
        one.keep(number, jpeg(8))

    assert len(one.numbers()) <= 20
    assert one.numbers()[0] == 0
    assert one.numbers()[-1] == 99


def test_a_picture_that_goes_while_they_are_counted_is_none(watched: WatchedTable) -> None:
    """Another turn's picture took its place just then: its name is there, and it is not."""
    one = album_of(watched.host)
    one.keep(1, jpeg(8))
    (one.folder / "0000002.jpg").symlink_to(one.folder / "gone.jpg")

    assert one.size_bytes() == (one.folder / "0000001.jpg").stat().st_size
    assert not watched.host.albums.is_full()
    assert client_of(watched.host, Role.HOST).get("/score").status_code == 200


def test_no_more_are_kept_when_all_together_take_too_much(
    watched: WatchedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    want(watched.host)
    monkeypatch.setattr(albums, "MOST_ALL_BYTES", 0)
    Keeper(watched.host).look()

    assert album_of(watched.host).numbers() == ()


def test_pictures_of_games_that_are_not_in_the_file_go(watched: WatchedTable) -> None:
    want(watched.host)
    Keeper(watched.host).look()
    folder = watched.host.albums.folder
    stranger = folder / f"7-{'0' * 32}"
    Album(stranger).keep(1, jpeg(8))
    (folder / "mine").mkdir()  # nobody's but the user's

    watched.host.albums.forget_strangers()

    assert not stranger.exists()
    assert (folder / "mine").exists()
    assert album_of(watched.host).numbers()


def test_a_new_file_of_the_same_name_has_no_old_pictures(
    watched: WatchedTable, tmp_path: Path
) -> None:
    want(watched.host)
    Keeper(watched.host).look()
    mine = album_of(watched.host).folder.name
    other = Store(tmp_path / "other.sqlite")
    record = watched.table.view.record
    number = other.begin(replace(record, entries=()), "2027-01-01T20:00:00+00:00")

    assert number == watched.table.number
    assert Albums(other).of(number).folder.name != mine
    other.close()


WHO: list[tuple[Role | None, int, int]] = [
    (Role.HOST, 200, 200),
    (Role.BANKER, 200, 403),
    (Role.WATCHER, 200, 403),
    (None, 401, 401),
]


@pytest.mark.parametrize(("role", "status", "older"), WHO)
def test_who_sees_them(role: Role | None, status: int, older: int, watched: WatchedTable) -> None:
    """Those of the game on the table all who are let in; of older evenings their host."""
    want(watched.host)
    Keeper(watched.host).look()
    game = watched.table.number
    client = client_of(watched.host, role)
    paths = [f"/pictures/{game}/{name}" for name in ("3.jpg", "turns.webp", "turns.zip")]
    assert [client.get(path).status_code for path in paths] == [status] * 3

    watched.host.put_away()
    assert [client.get(path).status_code for path in paths] == [older] * 3


def test_only_who_keeps_the_bank_says_yes_and_only_the_host_deletes(watched: WatchedTable) -> None:
    game = watched.table.number
    for role, may_want, may_delete in ((Role.WATCHER, 403, 403), (Role.BANKER, 303, 403)):
        client = client_of(watched.host, role)
        assert client.post("/pictures/wanted", data={"keep": "yes"}).status_code == may_want
        assert client.post(f"/pictures/{game}/delete").status_code == may_delete
    assert watched.host.settings.pictures is True
    watched.lay({FIRST: "red"})
    Keeper(watched.host).look()

    host = client_of(watched.host, Role.HOST)
    page = host.get("/score?at=4").text
    assert f'src="/pictures/{game}/4.jpg"' in page
    assert host.post(f"/pictures/{game}/delete", data={"back": "/score"}).status_code == 303

    assert album_of(watched.host).numbers() == ()
    assert "/pictures/" not in host.get("/score?at=4").text
    assert host.get(f"/pictures/{game}/4.jpg").status_code == 404
    assert host.get("/pictures/99/3.jpg").status_code == 404


def test_it_is_asked_once_while_a_camera_watches(watched: WatchedTable) -> None:
    banker, watcher = client_of(watched.host, Role.BANKER), client_of(watched.host, Role.WATCHER)
    assert "A picture of each turn?" in banker.get("/table").text
    assert "A picture of each turn?" not in watcher.get("/table").text

    banker.post("/pictures/wanted", data={"keep": "no"})
    assert "A picture of each turn?" not in banker.get("/table").text
    camera = banker.get("/camera").text
    assert "None is kept." in camera
    assert "Keep them" in camera

    client_of(watched.host, Role.HOST).post("/settings", data={"help": "off"})
    assert watched.host.settings.pictures is False  # other settings leave the answer


def test_the_zip_has_every_picture_as_it_is(watched: WatchedTable) -> None:
    one = album_of(watched.host)
    for number in (0, 5, 9):
        one.keep(number, jpeg(20 + number))
    client = client_of(watched.host, Role.WATCHER)
    answer = client.get(f"/pictures/{watched.table.number}/turns.zip")

    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        kept = {name: archive.read(name) for name in archive.namelist()}
    assert kept == {f"{n:05}.jpg": jpeg(20 + n) for n in (0, 5, 9)}


def test_the_film_shows_every_picture_in_turn_and_the_last_for_longer() -> None:
    shades = (0, 120, 250)
    pictures = [
        cv2.imencode(".jpg", np.full((200, 300, 3), shade, np.uint8))[1].tobytes()
        for shade in shades
    ]
    made = film(pictures, turn_ms=500)

    assert struct.unpack("<I", made[4:8])[0] == len(made) - 8
    done, told = cv2.imdecodeanimation(np.frombuffer(made, np.uint8))
    assert done
    assert [round(float(frame[..., :3].mean()), -1) for frame in told.frames] == list(shades)
    assert list(told.durations) == [500, 500, 3000]
    with pytest.raises(ValueError, match="needs a picture"):
        film([])


@pytest.mark.parametrize(
    ("watched", "kept", "wanted"),
    [
        pytest.param(True, False, True, id="they go with the demo"),
        pytest.param(True, True, None, id="its file is kept: nobody has said so"),
        pytest.param(False, False, None, id="no camera"),
    ],
)
def test_a_demo_that_is_kept_nowhere_shows_them(
    watched: bool, kept: bool, wanted: bool | None, tmp_path: Path
) -> None:
    host = make_host(tmp_path / "demo.sqlite", ())
    begin_demo(host, Random(1), watched=watched, kept=kept)

    assert host.settings.pictures is wanted
    host.store.close()
