"""Options of any game: read, refused in one line, and told by what differs from a preset."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import pytest

from companion.errors import InputError
from companion.play.options import Options


class Wind(Enum):
    NONE = "none"
    TRADE = "trade"


@dataclass(frozen=True)
class Sailing:
    wind: Wind = Wind.NONE
    storms: bool = True
    ferries: int = 1


OPTIONS = Options(
    {"usual": Sailing(), "windy": Sailing(Wind.TRADE, ferries=2)}, {"ferries": range(1, 4)}
)


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ({}, Sailing()),
        ({"edition": "windy"}, Sailing(Wind.TRADE, ferries=2)),
        ({"edition": "windy", "wind": "none"}, Sailing(ferries=2)),
        ({"storms": "no"}, Sailing(storms=False)),
        ({"storms": False}, Sailing(storms=False)),
        ({"ferries": 3}, Sailing(ferries=3)),
        ({"ferries": "3"}, Sailing(ferries=3)),
    ],
)
def test_options_are_read_upon_a_preset(told: dict[str, object], read: Sailing) -> None:
    assert OPTIONS.read(told) == read
    assert OPTIONS.read(dict(OPTIONS.differences(read))) == read


@pytest.mark.parametrize(
    ("told", "refused"),
    [
        ({"edition": "calm"}, "options/edition: is 'calm'; give one of usual, windy"),
        ({"edition": ["usual"]}, "options/edition: is a list; give one of usual, windy"),
        ({"tide": "yes"},
         "options/tide: there is no such option; there are edition, wind, storms, ferries"),
        ({"wind": "gale"}, "options/wind: is 'gale'; give none or trade"),
        ({"wind": True}, "options/wind: is true; give none or trade"),
        ({"storms": "maybe"}, "options/storms: is 'maybe'; give yes or no"),
        ({"ferries": 4}, "options/ferries: is 4; give a number from 1 to 3"),
        ({"ferries": "9" * 99}, "options/ferries: is "),
    ],
)  # fmt: skip
def test_what_no_option_says_is_refused(told: dict[str, object], refused: str) -> None:
    with pytest.raises(InputError) as error:
        OPTIONS.read(told)

    assert str(error.value).startswith(refused)


def test_the_nearest_preset_and_what_differs_from_it() -> None:
    ruled = Sailing(Wind.TRADE, storms=False, ferries=2)

    assert OPTIONS.nearest(ruled) == "windy"
    assert OPTIONS.differences(ruled, "windy") == {"storms": "no"}
    assert OPTIONS.differences(ruled) == {"wind": "trade", "storms": "no", "ferries": 2}
