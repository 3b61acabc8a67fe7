"""Whatever is done in a process of its own ends in time, and takes nothing with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import struct
import sys
import time
import zlib
from collections.abc import Callable, Iterator

import pytest

from companion.errors import InputError
from vision.picture.photo import MOST_PIXELS, check_photo, decode_photo
from web.serving.sandbox import MOST_MEMORY_BYTES, MOST_MORE_BYTES, Failed, Helper, apart

SOON_S = 20.0


@pytest.mark.parametrize(
    ("work", "given", "failed"),
    [
        pytest.param(time.sleep, (600,), Failed.TOO_SLOW, id="never ends"),
        pytest.param(os._exit, (0,), Failed.BROKEN, id="leaves without a word"),
        pytest.param(os.abort, (), Failed.BROKEN, id="crashes"),
        pytest.param(len, (7,), Failed.BROKEN, id="raises"),
        pytest.param(
            bytearray,
            (2 * MOST_MEMORY_BYTES,),
            Failed.BROKEN,
            id="takes all memory",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="no limit of memory here"),
        ),
    ],
)
def test_hostile_work_ends_and_leaves_nothing_behind(
    work: Callable[..., object], given: tuple[int, ...], failed: Failed
) -> None:
    began_s, before = time.monotonic(), set(multiprocessing.active_children())

    assert apart(work, *given, longest_s=4.0) is failed
    assert time.monotonic() - began_s < SOON_S
    assert set(multiprocessing.active_children()) <= before


def test_what_is_done_comes_back_and_what_is_wrong_is_said() -> None:
    assert apart(max, 3, 7) == 7
    with pytest.raises(InputError, match="it: not a photo"):
        apart(check_photo, b"x" * 100, "it")


@pytest.fixture
def helper() -> Iterator[Helper]:
    made = Helper(longest_s=4.0)
    yield made
    made.close()


def test_a_helper_stays_and_does_one_thing_after_another(helper: Helper) -> None:
    first, second = helper.do(os.getpid), helper.do(os.getpid)

    assert first == second != os.getpid()
    with pytest.raises(InputError, match="it: not a photo"):
        helper.do(check_photo, b"x" * 100, "it")
    assert helper.do(os.getpid) == first


@pytest.mark.parametrize(
    ("work", "given", "failed"),
    [
        pytest.param(time.sleep, (600,), Failed.TOO_SLOW, id="never ends"),
        pytest.param(os.abort, (), Failed.BROKEN, id="crashes"),
        pytest.param(len, (7,), Failed.BROKEN, id="raises"),
        pytest.param(
            bytearray,
            (MOST_MORE_BYTES,),
            Failed.BROKEN,
            id="takes more memory than a picture may",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="no limit of memory here"),
        ),
    ],
)
def test_hostile_work_does_not_end_a_helper(
    work: Callable[..., object], given: tuple[int, ...], failed: Failed, helper: Helper
) -> None:
    assert helper.do(work, *given) is failed
    assert helper.do(max, 3, 7) == 7


def test_a_helper_that_was_ended_from_outside_begins_anew(helper: Helper) -> None:
    process = helper.do(os.getpid)
    assert isinstance(process, int)
    os.kill(process, signal.SIGTERM)
    while process in {each.pid for each in multiprocessing.active_children()}:
        time.sleep(0.01)

    assert helper.do(max, 3, 7) == 7


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def bomb(width: int, height: int) -> bytes:
    """A small PNG file that becomes a large picture, all of one colour; the largest have none."""
    packer = zlib.compressobj(9)
    line = b"\0" * (1 + width * 3) if width * height <= MOST_PIXELS else b""
    packed = b"".join(packer.compress(line) for _ in range(min(height, MOST_PIXELS // width)))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = (b"IHDR", head), (b"IDAT", packed + packer.flush()), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, body) for kind, body in parts)


@pytest.mark.parametrize(
    ("width", "height"), [(7072, 7071), (100_000, 100_000), (2**31 - 1, 100)], ids=str
)
def test_a_picture_too_large_is_refused_before_it_is_decoded(width: int, height: int) -> None:
    data = bomb(width, height)
    assert width * height > MOST_PIXELS

    with pytest.raises(InputError, match="too many"):
        check_photo(data, "it")


def test_the_largest_picture_that_is_let_in_is_decoded_within_the_bounds() -> None:
    data = bomb(7071, 7071)
    assert len(data) < 500_000

    photo = apart(decode_photo, data, "it")

    assert not isinstance(photo, Failed)
    assert photo.shape == (7071, 7071, 3)
