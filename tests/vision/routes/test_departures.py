"""A marker is told by the departure cards, too: a nation's first ones lie on its ports."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from companion.games.clippers.shipped import read_shipped_board
from vision.picture.arrays import Tones
from vision.routes.departures import Departures

BOARD = read_shipped_board()
SLOTS = tuple(BOARD.slots)
NATIONS = tuple(kind.name for kind in BOARD.marker.kinds) if BOARD.marker else ()
CARDS = {card.nation: card.ports for card in BOARD.departure_cards}
PORT, LAST = "hiva_oa", "australia"
"""On the French card once, and twice."""


def seen(markers: Mapping[str, Mapping[str, float]]) -> Tones:
    """What is seen on these slots, and a marker of each nation that surely lies elsewhere."""
    rows = np.zeros((len(SLOTS), len(NATIONS)))
    elsewhere = (slot for slot in SLOTS if slot.split("/")[0] not in CARDS["french"])
    for nation, slot in zip(NATIONS, elsewhere, strict=False):
        rows[SLOTS.index(slot), NATIONS.index(nation)] = 0.99
    for slot, kinds in markers.items():
        for nation, chance in kinds.items():
            rows[SLOTS.index(slot), NATIONS.index(nation)] = chance
    return rows


def told(
    markers: Mapping[str, Mapping[str, float]], slots: tuple[str, ...] = SLOTS, hidden: str = ""
) -> dict[str, str]:
    """Of which nation each of these markers is then."""
    rows = seen(markers)
    kept = [SLOTS.index(slot) for slot in slots]
    covered = np.array([float(slot == hidden) for slot in slots])
    found = Departures(BOARD, slots, NATIONS).told(rows[kept], covered)
    assert found.sum(axis=1) == pytest.approx(rows[kept].sum(axis=1))
    return {slot: NATIONS[found[slots.index(slot)].argmax()] for slot in markers}


DOUBTFUL = {"american": 0.5, "french": 0.3}
PLAIN = {"american": 0.98, "french": 0.01}
FRENCH = {"french": 0.98}


@pytest.mark.parametrize(
    ("markers", "nations"),
    [
        pytest.param({f"{PORT}/0": DOUBTFUL}, ["french"], id="its only marker"),
        pytest.param({f"{PORT}/0": PLAIN}, ["american"], id="a plain one stays"),
        pytest.param(
            {f"{PORT}/0": FRENCH, f"{PORT}/1": DOUBTFUL}, ["french", "american"], id="one is there"
        ),
        pytest.param(
            {f"{LAST}/0": FRENCH, f"{LAST}/1": DOUBTFUL}, ["french", "french"], id="two go there"
        ),
    ],
)
def test_an_island_has_as_many_markers_of_a_nation_as_its_card(
    markers: Mapping[str, Mapping[str, float]], nations: list[str]
) -> None:
    assert [*told(markers).values()] == nations


def test_a_nation_of_which_no_marker_is_in_view_does_not_play() -> None:
    markers = {f"{PORT}/0": {"american": 0.5, "french": 0.02}}
    rows = seen(markers)
    rows[:, NATIONS.index("french")] = np.minimum(rows[:, NATIONS.index("french")], 0.02)

    found = Departures(BOARD, SLOTS, NATIONS).told(rows, np.zeros(len(SLOTS)))

    assert NATIONS[found[SLOTS.index(f"{PORT}/0")].argmax()] == "american"


def test_what_may_lie_where_nobody_sees_is_no_reason() -> None:
    markers = {f"{PORT}/0": DOUBTFUL}
    in_view = tuple(slot for slot in SLOTS if slot != f"{PORT}/1")

    assert told(markers, hidden=f"{PORT}/1") == {f"{PORT}/0": "american"}
    assert told(markers, slots=in_view) == {f"{PORT}/0": "american"}
