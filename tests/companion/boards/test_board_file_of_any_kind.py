"""Whatever a board file holds, it is a board or it is refused in one line."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boards.board import Board
from companion.boards.board_file import faults, parse_board, read_board
from companion.errors import InputError
from tests.companion.boards.small_board import bay, small_board
from tests.companion.boards.small_tiles import cloth, reefs

Json = Any


def paths(data: Json, here: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place in a JSON value."""
    below = data.items() if isinstance(data, dict) else enumerate(data)
    return [
        path
        for key, value in below
        for path in ([(*here, key)] + (paths(value, (*here, key)) if is_nest(value) else []))
    ]


def is_nest(value: Json) -> bool:
    return isinstance(value, dict | list)


ANY_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from([10**400, "fiji", "h_red", "r0", "a>b", "#12345", "\ud800", "é/É"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@st.composite
def broken_boards(draw: st.DrawFn) -> Json:
    """A good board, changed in up to four places: cut, replaced or doubled."""
    data = draw(st.sampled_from([small_board, bay, reefs, cloth]))()
    for _ in range(draw(st.integers(1, 4))):
        places = paths(data)
        if not places:
            break
        *above, last = draw(st.sampled_from(places))
        inside: Json = data
        for step in above:
            inside = inside[step]
        deed = draw(st.sampled_from(["cut", "replace", "double"]))
        if deed == "cut":
            del inside[last]
        elif deed == "double" and isinstance(inside, list):
            inside.append(copy.deepcopy(inside[int(last)]))
        else:
            inside[last] = draw(ANY_JSON)
    return data


@given(broken_boards() | ANY_JSON)
def test_any_data_is_a_board_or_refused_in_one_line(data: Json) -> None:
    found = faults(data)

    if found:
        with pytest.raises(InputError) as refused:
            parse_board(data)
        assert len(str(refused.value).splitlines()) == 1
        str(refused.value).encode()
    else:
        assert isinstance(parse_board(data), Board)
    assert all(len(str(fault).splitlines()) == 1 for fault in found)


@given(st.binary(max_size=200) | ANY_JSON.map(json.dumps).map(str.encode))
def test_any_file_is_a_board_or_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_bytes(raw)

    with pytest.raises(InputError) as refused:
        read_board(path)

    assert len(str(refused.value).splitlines()) == 1
