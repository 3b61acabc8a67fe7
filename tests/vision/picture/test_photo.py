"""Whole photos are loaded upright; everything else is refused in one line."""

from __future__ import annotations

import struct
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import InputError
from tests.hostile_pictures import DECODED, REFUSED, film
from vision.picture.photo import (
    LEAST_REDUCED_PIXELS,
    MOST_PIXELS,
    MOST_READ_PIXELS,
    decode_photo,
    decode_to_read,
    load_photo,
)
from vision.picture.resizing import smaller

PICTURE = cv2.GaussianBlur(
    np.random.default_rng(3).integers(0, 255, (120, 200, 3), dtype=np.uint8), (0, 0), 4
)


def encoded(suffix: str, *settings: int) -> bytes:
    return cv2.imencode(suffix, PICTURE, list(settings))[1].tobytes()


def segment(marker: int, body: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


def exif(orientation: int) -> bytes:
    """An APP1 segment that says how the camera was held."""
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"MM\x00*" + struct.pack(">IH", 8, 1) + entry + struct.pack(">I", 0)
    return segment(0xE1, b"Exif\x00\x00" + tiff)


JPEG = encoded(".jpg")
WHOLE = {
    "jpeg": JPEG,
    "progressive jpeg": encoded(".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
    "jpeg with restart markers": encoded(".jpg", cv2.IMWRITE_JPEG_RST_INTERVAL, 4),
    "jpeg with a film behind it": JPEG + b"\x00" * 500,
    "png": encoded(".png"),
    "webp": encoded(".webp", cv2.IMWRITE_WEBP_QUALITY, 80),
    "lossless webp": encoded(".webp", cv2.IMWRITE_WEBP_QUALITY, 101),
}
THUMBNAIL = segment(0xE1, b"Exif\x00\x00" + JPEG[:3000] + b"\xff\xd9")


def jpeg_claiming(width: int, height: int) -> bytes:
    at = JPEG.index(b"\xff\xc0") + 5
    return JPEG[:at] + struct.pack(">HH", height, width) + JPEG[at + 4 :]


def png_claiming(width: int, height: int) -> bytes:
    png = WHOLE["png"]
    header = b"IHDR" + struct.pack(">II", width, height) + png[24:29]
    return png[:12] + header + struct.pack(">I", zlib.crc32(header)) + png[33:]


@pytest.mark.parametrize("data", WHOLE.values(), ids=WHOLE)
def test_whole_photos_are_loaded(data: bytes) -> None:
    photo = decode_photo(data, "photo")

    assert photo.shape == (120, 200, 3)
    assert photo.dtype == np.uint8
    assert np.abs(photo.astype(int) - PICTURE).mean() < 4


@pytest.mark.parametrize(
    ("head", "part"),
    [
        pytest.param(b"\xff\xd8\xff\x01", b"\xff\x01", id="jpeg of bare markers"),
        pytest.param(b"\xff\xd8", b"\xff\xe0\x00\x02", id="jpeg of empty segments"),
        pytest.param(b"\xff\xd8", b"\xff\xe0\x00\x00", id="jpeg of segments that go nowhere"),
        pytest.param(
            b"\x89PNG\r\n\x1a\n",
            struct.pack(">I4sI", 0, b"tEXt", zlib.crc32(b"tEXt")),
            id="png of empty chunks",
        ),
    ],
)
def test_a_file_of_millions_of_parts_is_refused_at_once(head: bytes, part: bytes) -> None:
    data = head + part * (25_000_000 // len(part))
    began_s = time.process_time()

    with pytest.raises(InputError, match="damaged"):
        decode_photo(data, "photo")
    assert time.process_time() - began_s < 1


@pytest.mark.parametrize("data", WHOLE.values(), ids=WHOLE)
@pytest.mark.parametrize("share", [0.02, 0.3, 0.9])
def test_cut_files_are_refused(data: bytes, share: float) -> None:
    if data.startswith(JPEG):
        data = JPEG
    with pytest.raises(InputError, match="photo"):
        decode_photo(data[: int(len(data) * share)], "photo")


@pytest.mark.parametrize("data", [JPEG, WHOLE["png"], WHOLE["webp"]], ids=["jpeg", "png", "webp"])
def test_even_the_last_byte_counts(data: bytes) -> None:
    with pytest.raises(InputError):
        decode_photo(data[:-1], "photo")


def test_the_end_of_a_thumbnail_is_not_the_end_of_the_photo() -> None:
    with_thumbnail = JPEG[:2] + THUMBNAIL + JPEG[2:]

    assert decode_photo(with_thumbnail, "photo").shape == (120, 200, 3)
    with pytest.raises(InputError, match="cut off"):
        decode_photo(with_thumbnail[:-400], "photo")


@pytest.mark.parametrize(
    ("orientation", "shape"), [(1, (120, 200)), (6, (200, 120)), (3, (120, 200))]
)
def test_photos_stand_upright(orientation: int, shape: tuple[int, int]) -> None:
    photo = decode_photo(JPEG[:2] + exif(orientation) + JPEG[2:], "photo")

    turned = {1: PICTURE, 6: cv2.rotate(PICTURE, cv2.ROTATE_90_CLOCKWISE), 3: PICTURE[::-1, ::-1]}
    assert photo.shape[:2] == shape
    assert np.abs(photo.astype(int) - turned[orientation]).mean() < 4


@pytest.mark.parametrize("orientation", [1, 6])
@pytest.mark.parametrize(
    ("suffix", "width"), [(".jpg", 3500), (".jpg", 7000), (".png", 5000), (".png", 6500)]
)
def test_what_is_read_is_the_whole_photo_no_larger_than_need_be(
    suffix: str, width: int, orientation: int
) -> None:
    large = cv2.resize(PICTURE, (width, width * 3 // 5), interpolation=cv2.INTER_CUBIC)
    data = cv2.imencode(suffix, large)[1].tobytes()
    if suffix == ".jpg":
        data = data[:2] + exif(orientation) + data[2:]

    seen = decode_to_read(data, "photo")

    whole = smaller(decode_photo(data, "photo"), most_pixels=MOST_READ_PIXELS).picture
    assert seen.shape[1] / seen.shape[0] == pytest.approx(whole.shape[1] / whole.shape[0], rel=1e-3)
    assert LEAST_REDUCED_PIXELS <= seen.shape[0] * seen.shape[1] <= MOST_READ_PIXELS * 1.001
    assert np.abs(cv2.resize(seen, whole.shape[1::-1]).astype(int) - whole).mean() < 2


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b"This is no photo, whatever its name says.\n", "not a photo"),
        (film(b"heic", b"mif1"), "HEIC photo, which is not read here; save or send it as JPEG"),
        (film(b"mif1", b"heic"), "HEIC photo"),
        (film(b"avif", b"mif1"), "an AVIF picture"),
        (film(b"isom", b"mp42"), "a film, no photo"),
        (jpeg_claiming(20_000, 10_000), "too many"),
        (png_claiming(50_000, 4_000), "too many"),
        (jpeg_claiming(40, 30), "too few"),
        (b"\xff\xd8\xff\xd9", "cut off"),
        (b"\x89PNG\r\n\x1a\n", "cut off"),
        (b"RIFF\x10\x00\x00\x00WAVEfmt 0123456789", "cut off or damaged"),
        (WHOLE["png"].replace(b"IDAT", b"IDAX"), "damaged"),
    ],
    ids=[
        "empty", "text", "heic", "heic by another name", "avif", "film", "200 megapixel jpeg",
        "200 megapixel png", "icon", "jpeg of nothing", "png of nothing", "sound", "broken png",
    ],
)  # fmt: skip
def test_what_is_no_photo_is_refused_in_one_line(data: bytes, why: str) -> None:
    with pytest.raises(InputError, match=why) as refusal:
        decode_photo(data, "final.jpg")

    assert str(refusal.value).startswith("final.jpg: ")
    assert "\n" not in str(refusal.value)


@given(st.sampled_from(list(WHOLE.values())), st.data())
def test_broken_bytes_never_do_worse_than_a_refusal(data: bytes, draw: st.DataObject) -> None:
    broken = bytearray(data)
    for _ in range(draw.draw(st.integers(1, 8))):
        broken[draw.draw(st.integers(0, len(data) - 1))] = draw.draw(st.integers(0, 255))
    with suppress(InputError):
        assert decode_photo(bytes(broken), "photo").ndim == 3


@given(
    st.binary(max_size=300), st.sampled_from([b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF"])
)
def test_any_bytes_are_refused(data: bytes, start: bytes) -> None:
    with pytest.raises(InputError):
        decode_photo(start + data, "photo")


@pytest.mark.parametrize("made", REFUSED.values(), ids=REFUSED)
def test_a_hostile_picture_is_refused_before_anything_is_decoded(
    made: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = made()
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))

    with pytest.raises(InputError, match=r"^it: ") as refusal:
        decode_photo(data, "it")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("made", DECODED.values(), ids=DECODED)
def test_a_picture_that_is_only_large_is_decoded(made: Callable[[], bytes]) -> None:
    photo = decode_photo(made(), "it")

    assert photo.shape[0] * photo.shape[1] <= MOST_PIXELS


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has none")
def test_a_file_without_end_is_no_photo() -> None:
    with pytest.raises(InputError, match="larger than 100 MB"):
        load_photo("/dev/zero")


@pytest.mark.parametrize(("name", "why"), [("none.jpg", "no such file"), (".", "folder")])
def test_files_that_are_not_there(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        load_photo(tmp_path / name)


def test_a_file_is_loaded_whatever_its_name(tmp_path: Path) -> None:
    path = tmp_path / "été à Tahiti.JPEG"
    path.write_bytes(JPEG)

    assert load_photo(path).shape == (120, 200, 3)
