"""The files of a form, as pages take them."""

from __future__ import annotations

from io import BytesIO

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage, MultiDict

from companion.errors import InputError
from web.serving.handed_in import files_handed_in, handed_in
from web.words.errors import RefusedError

Files = list[tuple[str, bytes]]
UNCHOSEN = ("", b"")


def sent(files: Files) -> MultiDict[str, FileStorage]:
    each = [("photo", FileStorage(BytesIO(data), name)) for name, data in files]
    return MultiDict(each)


@pytest.mark.parametrize(
    ("files", "read"),
    [
        pytest.param([], [b""], id="no field"),
        pytest.param([UNCHOSEN], [b""], id="nothing chosen"),
        pytest.param([("a.jpg", b"a")], [b"a"], id="a file"),
        pytest.param([UNCHOSEN, ("b.jpg", b"b")], [b"b"], id="the second field alone"),
        pytest.param([("a.jpg", b"a"), ("b.jpg", b"b")], [b"a", b"b"], id="two files"),
        pytest.param([UNCHOSEN, *[("a.jpg", b"a")] * 3], [b"a"] * 3, id="as many as may be"),
    ],
)
def test_what_was_chosen_in_any_field_of_a_name_is_read(files: Files, read: list[bytes]) -> None:
    with Flask(__name__).test_request_context(method="POST", data=sent(files)):
        assert files_handed_in("photo", 10_000, most=3) == read


@pytest.mark.parametrize(
    ("most", "said"),
    [
        pytest.param(
            1,
            "several files came, and none was taken; choose one, and send it again",
            id="in a form of one photo",
        ),
        pytest.param(
            6,
            "more than 6 files came, and none was taken; choose 6 at most, and send them again",
            id="in a form of several",
        ),
    ],
)
def test_one_file_too_many_is_told_and_none_is_taken(most: int, said: str) -> None:
    files = [("a.jpg", b"a")] * (most + 1)

    with (
        Flask(__name__).test_request_context(method="POST", data=sent(files)),
        pytest.raises(InputError) as error,
    ):
        files_handed_in("photo", 10_000, most)

    assert str(error.value) == said


def test_more_bytes_than_may_be_are_refused() -> None:
    files = [("a.jpg", bytes(2000))]

    with (
        Flask(__name__).test_request_context(method="POST", data=sent(files)),
        pytest.raises(RefusedError) as refusal,
    ):
        handed_in("photo", 1000)

    assert refusal.value.status == 413
