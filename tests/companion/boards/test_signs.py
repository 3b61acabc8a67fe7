"""Small signs: what a tile and a token show, drawn."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from companion.board_drawing.plates import plate
from companion.boards.tiles_board import Feature
from companion.drawing.signs import FORMS, draw_alone, draw_sign, draw_token


@pytest.mark.parametrize("name", FORMS)
def test_a_sign_is_drawn_without_letters_and_told_by_its_outline(name: str) -> None:
    drawn = ET.fromstring(draw_alone(name))

    assert drawn.get("aria-hidden") == "true"
    assert not [*drawn.iter("text")]
    assert len({form.outline for form in FORMS.values()}) == len(FORMS)


def test_what_has_no_sign_is_written() -> None:
    assert [each.text for each in ET.fromstring(draw_token("B")).iter("text")] == ["B"]


@pytest.mark.parametrize(("worth", "written"), [(1, []), (3, ["3"])])
def test_a_large_token_says_what_it_is_worth(worth: int, written: list[str]) -> None:
    drawn = ET.fromstring(draw_token("fish", worth))

    assert [each.text for each in drawn.iter("text")] == written


PRINTED = {
    ("fish", None): 1,
    ("fish", 2): 2,
    ("fish", 4): 0,
    ("harbour", 2): 0,
}
"""A feature with its number, and how many signs are drawn for it; else it is written."""


@pytest.mark.parametrize(("feature", "drawn"), PRINTED.items())
def test_few_of_a_kind_are_drawn_and_many_written(
    feature: tuple[str, int | None], drawn: int
) -> None:
    kind, number = feature
    printed = "".join(plate(Feature("f", kind, number=number), {}))

    assert printed.count(draw_sign("fish", 0.8)) == drawn
    assert ("<text" in printed) == (drawn == 0)
