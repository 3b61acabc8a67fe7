"""Cameras give the newest frame and come back when they were lost; files give every frame."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import InputError
from vision.picture.arrays import Image
from vision.picture.camera import (
    Camera,
    CameraState,
    Frame,
    Mailbox,
    Mounting,
    Playback,
)
from vision.picture.camera_names import is_live
from vision.picture.recordings import count_frames, recorded_frames
from vision.picture.stalled_camera import Repeats

PATIENCE_S = 5.0


def plain(level: int, size: tuple[int, int] = (120, 160)) -> Image:
    return np.full((*size, 3), level, np.uint8)


class FakeCapture:
    """A camera that gives these pictures, and then fails."""

    def __init__(self, pictures: list[Image], hold: threading.Event | None = None) -> None:
        self.pictures, self.hold = list(pictures), hold
        self.released = False
        self.given = 0

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def read(self) -> tuple[bool, Image | None]:
        if self.pictures:
            self.given += 1
            return True, self.pictures.pop(0)
        if self.hold is not None:
            self.hold.wait(PATIENCE_S)
        return False, None

    def release(self) -> None:
        self.released = True


def wait_for(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE_S
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


def test_a_camera_gives_the_newest_frame_and_no_queue() -> None:
    hold = threading.Event()
    camera = Camera("0", open_capture=lambda _: FakeCapture([plain(n) for n in range(50)], hold))
    try:
        assert wait_for(lambda: (f := camera.newest()) is not None and f.number == 49)
        newest = camera.newest()
        assert newest is not None
        assert newest.photo is not None
        assert newest.photo[0, 0, 0] == 49
        assert camera.newest(after=49, most_s=0.05) is None
        assert camera.state is CameraState.LIVE
    finally:
        hold.set()
        camera.close()
    closed: object = camera.state
    assert closed is CameraState.CLOSED


def test_a_camera_that_was_lost_comes_back_by_itself() -> None:
    hold = threading.Event()
    captures = [FakeCapture([plain(1)]), FakeCapture([]), FakeCapture([plain(3)], hold)]
    opened: list[FakeCapture] = []

    def open_capture(_: str) -> FakeCapture:
        opened.append(captures[min(len(opened), 2)])
        return opened[-1]

    camera = Camera("0", open_capture=open_capture)
    try:
        assert wait_for(lambda: camera.state is CameraState.LOST)
        assert wait_for(lambda: (f := camera.newest()) is not None and f.number == 1)
        assert camera.state is CameraState.LIVE
        assert opened[0].released
    finally:
        hold.set()
        camera.close()


def test_a_camera_that_falls_silent_is_lost() -> None:
    now = [0.0]
    hold = threading.Event()
    camera = Camera("0", open_capture=lambda _: FakeCapture([plain(1)], hold), clock=lambda: now[0])
    try:
        assert wait_for(lambda: camera.newest() is not None)
        now[0] = 60.0
        assert camera.state is CameraState.LOST
    finally:
        hold.set()
        camera.close()


@pytest.mark.parametrize(
    ("pictures", "then"),
    [
        pytest.param([plain(1)] * 12, CameraState.FROZEN, id="the same all the time"),
        pytest.param([plain(1)] * 9, CameraState.LIVE, id="not for long"),
        pytest.param([plain(n % 2) for n in range(12)], CameraState.LIVE, id="noise"),
        pytest.param([plain(1)] * 12 + [plain(2)], CameraState.LIVE, id="it goes on again"),
        pytest.param(
            [plain(1, (120, 160))] * 6 + [plain(1, (60, 80))] * 6, CameraState.LIVE, id="other size"
        ),
    ],
)
def test_a_camera_that_repeats_itself_is_frozen(pictures: list[Image], then: CameraState) -> None:
    """One picture a second comes; real ones differ by their noise."""
    hold = threading.Event()
    capture = FakeCapture([picture.copy() for picture in pictures], hold)
    camera = Camera("0", open_capture=lambda _: capture, clock=lambda: float(capture.given))
    try:
        assert wait_for(
            lambda: (f := camera.newest()) is not None and f.number == len(pictures) - 1
        )
        assert camera.state is then
    finally:
        hold.set()
        camera.close()


def test_one_pixel_far_from_the_compared_ones_is_noise_too() -> None:
    repeats, picture = Repeats(), plain(1)
    for second in range(30):
        picture = picture.copy()
        picture[3, 5, second % 3] ^= 1
        repeats.see(picture, float(second))
        assert not repeats.frozen(float(second))


@pytest.mark.parametrize(
    ("mounting", "corner"),
    [
        pytest.param(Mounting(), (0, 0), id="upright"),
        pytest.param(Mounting(90), (0, -1), id="turned by a quarter"),
        pytest.param(Mounting(180), (-1, -1), id="upside down"),
        pytest.param(Mounting(270), (-1, 0), id="turned the other way"),
        pytest.param(Mounting(0, mirrored=True), (0, -1), id="mirrored"),
    ],
)
def test_a_turned_or_mirrored_picture_is_put_right(
    mounting: Mounting, corner: tuple[int, int]
) -> None:
    photo = plain(0)
    photo[0, 0] = 255

    upright = mounting.upright(photo)
    assert upright[corner].tolist() == [255, 255, 255]
    assert upright.flags["C_CONTIGUOUS"]


def test_a_turn_that_is_no_quarter_is_refused() -> None:
    with pytest.raises(InputError, match="0, 90, 180 or 270"):
        Mounting(45)


@pytest.mark.parametrize(
    ("source", "live"),
    [("0", True), ("rtsp://cam/1", True), ("http://phone:8080/video", True)]
    + [("game.mp4", False), ("photos", False)],
)
def test_cameras_are_told_from_files(source: str, live: bool) -> None:
    assert is_live(source) is live


def test_a_folder_gives_its_photos_in_order_without_the_reference(tmp_path: Path) -> None:
    for name in ("10.jpg", "2.jpg", "reference.jpg"):
        cv2.imwrite(str(tmp_path / name), plain(100))
    (tmp_path / "3.jpg").write_bytes(b"no photo")
    skip = (tmp_path / "reference.jpg",)
    frames = list(recorded_frames(str(tmp_path), skip=skip))

    assert [frame.name for frame in frames] == ["2.jpg", "3.jpg", "10.jpg"]
    assert frames[1].photo is None
    assert "3.jpg" in str(frames[1].why)
    assert frames[0].at_s < frames[2].at_s
    assert count_frames(str(tmp_path), skip=skip) == 3


def test_a_video_gives_a_frame_in_every_interval(tmp_path: Path) -> None:
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (160, 120))
    for number in range(20):
        writer.write(plain(10 * number))
    writer.release()
    frames = list(recorded_frames(str(path), every_s=0.5))

    assert [round(frame.at_s, 1) for frame in frames] == [0.0, 0.5, 1.0, 1.5]
    assert count_frames(str(path), every_s=0.5) == 4


def test_a_film_that_breaks_off_says_so_in_its_last_frame(tmp_path: Path) -> None:
    """A full disk, or a laptop that was closed: the file tells of more than it holds."""
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (160, 120))
    for number in range(40):
        writer.write(plain(5 * number))
    writer.release()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])

    *seen, last = recorded_frames(str(path), every_s=0.5)

    assert all(frame.photo is not None for frame in seen)
    assert last.photo is None
    assert "breaks off" in str(last.why)


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda path: path / "nothing.mp4", id="no such file"),
        pytest.param(lambda path: path, id="a folder without photos"),
        pytest.param(
            lambda path: Path(path / "text.mp4").write_text("no video") and path / "text.mp4",
            id="no video",
        ),
    ],
)
def test_what_gives_no_frames_is_refused_in_one_line(
    make: Callable[[Path], Path], tmp_path: Path
) -> None:
    with pytest.raises(InputError) as refused:
        list(recorded_frames(str(make(tmp_path))))
    assert "\n" not in str(refused.value)


def test_a_phones_pictures_are_taken_in_and_a_broken_one_is_refused() -> None:
    mailbox = Mailbox()
    assert mailbox.newest(most_s=0.0) is None
    done, data = cv2.imencode(".jpg", plain(200))
    assert done
    mailbox.put(data.tobytes())
    with pytest.raises(InputError):
        mailbox.put(data.tobytes()[:100])

    newest = mailbox.newest()
    assert newest is not None
    assert newest.number == 0
    assert mailbox.newest(after=0, most_s=0.0) is None


def test_a_film_is_shown_at_its_own_pace_and_then_is_over() -> None:
    now_s = [0.0]
    taken = [(0, 0.0), (1, 1.0), (2, 2.0)]
    frames = [Frame(plain(90) if n != 1 else None, at_s, n, str(n)) for n, at_s in taken]
    film = Playback(iter(frames), clock=lambda: now_s[0])

    shown: list[int] = []
    for now_s[0] in (0.0, 0.5, 1.5, 2.0, 2.5):
        frame = film.newest(shown[-1] if shown else -1, most_s=0.0)
        shown += [frame.number] if frame is not None else []

    assert shown == [0, 2]
    assert film.state is CameraState.CLOSED


def test_photos_are_shown_as_far_apart_as_is_asked() -> None:
    now_s = [0.0]
    film = Playback(
        iter([Frame(plain(90), 10.0 * n, n, str(n)) for n in range(2)]), 3.0, lambda: now_s[0]
    )
    assert film.newest(most_s=0.0) is not None
    now_s[0] = 2.9
    assert film.newest(0, most_s=0.0) is None
    now_s[0] = 3.0
    assert film.newest(0, most_s=0.0) is not None


def test_a_camera_that_is_not_there_writes_nothing_on_the_terminal(
    capfd: pytest.CaptureFixture[str],
) -> None:
    camera = Camera("97")
    until = time.monotonic() + PATIENCE_S
    while camera.state is CameraState.OPENING and time.monotonic() < until:
        time.sleep(0.01)
    camera.close()

    assert camera.state is CameraState.CLOSED
    said = capfd.readouterr()
    assert (said.out, said.err) == ("", "")


class Raising(FakeCapture):
    """One whose driver fails as no driver should."""

    def read(self) -> tuple[bool, Image | None]:
        raise SystemError


def test_a_camera_whose_driver_raises_anything_is_lost_and_opened_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vision.picture.camera.SHORTEST_WAIT_S", 0.01)
    deep = np.full((120, 160, 3), 200 << 8, np.uint16)
    hold = threading.Event()
    captures = iter([Raising([]), FakeCapture([deep], hold)])  # type: ignore[list-item]
    camera = Camera("0", open_capture=lambda _: next(captures))

    frame = camera.newest(most_s=PATIENCE_S)

    hold.set()
    camera.close()
    assert frame is not None
    assert frame.photo is not None
    assert frame.photo.dtype == np.uint8
    assert frame.photo.max() == 200, "sixteen bits are told as eight, not cut"
