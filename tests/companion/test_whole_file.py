"""Files are written whole or not at all; links stay links, and devices devices."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.files.whole_file import UnwrittenFileError, check_writable, kept_file, write_whole


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_an_old_file_is_replaced_whole_and_keeps_who_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "it"
    path.write_bytes(b"old")
    path.chmod(0o600)

    write_whole(path, b"new")

    assert (path.read_bytes(), names(tmp_path)) == (b"new", ["it"])
    assert os.name == "nt" or stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("old", [None, 0o644], ids=["a new file", "an old one that all may read"])
@pytest.mark.skipif(os.name == "nt", reason="files have no mode there")
def test_a_file_of_its_owner_alone_is_never_another_s(old: int | None, tmp_path: Path) -> None:
    path, modes, replace = tmp_path / "it", list[int](), Path.replace
    if old is not None:
        path.write_bytes(b"old")
        path.chmod(old)

    def look(at: Path, goal: Path) -> Path:
        modes.append(stat.S_IMODE(at.stat().st_mode))
        return replace(at, goal)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "replace", look)
        write_whole(path, b"new", 0o600)

    assert (path.read_bytes(), modes, stat.S_IMODE(path.stat().st_mode)) == (b"new", [0o600], 0o600)


def test_what_a_killed_program_left_goes_and_what_is_being_written_stays(tmp_path: Path) -> None:
    left, others = tmp_path / ".it.7-7.new", tmp_path / ".it.8-8.new"
    for path in (left, others):
        path.write_bytes(b"half")
    os.utime(left, (0, 0))

    write_whole(tmp_path / "it", b"new")

    assert names(tmp_path) == [others.name, "it"]


@pytest.mark.parametrize("there", [True, False], ids=["to a file", "to what is not there yet"])
def test_a_link_stays_a_link_and_what_it_leads_to_is_written(there: bool, tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    goal, link = tmp_path / "far" / "it", tmp_path / "link"
    link.symlink_to(goal)
    if there:
        goal.write_bytes(b"old")

    write_whole(link, b"new")

    assert link.is_symlink()
    assert (goal.read_bytes(), names(tmp_path / "far")) == (b"new", ["it"])


def test_a_device_stays_a_device(tmp_path: Path) -> None:
    """As root, the system's own null device was made a plain file."""
    device = tmp_path / "null"
    try:
        os.mknod(device, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    except (AttributeError, PermissionError):
        pytest.skip("only the administrator of a Linux machine can make a device")
    link = tmp_path / "link"
    link.symlink_to(device)

    for path in (device, link):
        write_whole(path, b"anything")

    assert device.is_char_device()
    assert names(tmp_path) == ["link", "null"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_gets_the_bytes(tmp_path: Path) -> None:
    pipe, heard = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    reader.start()

    write_whole(pipe, b"through")
    reader.join()

    assert heard == [b"through"]
    assert pipe.is_fifo()


@pytest.mark.parametrize("name", ["", ".", "nowhere/it", "n" * 300, "ring", "ring/it"])
def test_what_cannot_be_written_is_said_before_the_work(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ring").symlink_to("ring")
    before = names(tmp_path)

    for do in (check_writable, kept_file, lambda path: write_whole(path, b"x")):
        with pytest.raises(InputError) as refusal:
            do(Path(name))
        assert "\n" not in str(refusal.value)
    assert names(tmp_path) == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_is_told_as_such() -> None:
    with pytest.raises(UnwrittenFileError, match="No space left on device") as refusal:
        write_whole(Path("/dev/full"), b"x")
    assert refusal.value.is_full


def test_what_is_kept_open_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "table")

    assert kept_file(tmp_path / "link") == tmp_path / "table"
    with pytest.raises(InputError, match="is no file"):
        kept_file(Path(os.devnull))
