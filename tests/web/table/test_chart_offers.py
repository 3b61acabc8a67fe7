"""What the chart offers at a place tells that place from all others, for whoever hears it."""

from __future__ import annotations

from companion.games.clippers.page.words import Words
from companion.play.page.face import Group, Move, Offer, Panel
from tests.web.tables import BOARD
from web.table.panels import moved, on_chart

WORDS = Words("en", BOARD)
SLOTS = [slot.id for slot in BOARD.islands["guam"].slots][:2]
ALONE = BOARD.islands["malden"].slots[0].id


def test_places_that_offer_the_same_say_which_they_are() -> None:
    offers = [Offer("Guam (8)", {"slot": place}, places=(place,)) for place in SLOTS] + [
        Offer("Malden (3)", {"slot": ALONE}, places=(ALONE,))
    ]

    told = on_chart([Panel("Ann", (Group("x", tuple(offers)),))], WORDS)

    assert [told[place][0].where for place in SLOTS] == [WORDS.place(place) for place in SLOTS]
    assert told[ALONE][0].where == ""
    assert len(set(map(WORDS.place, SLOTS))) == 2


def test_a_piece_that_moves_tells_its_places_apart() -> None:
    names = dict.fromkeys(SLOTS, "Guam (8)")
    told = moved([Panel("Ann", (), Move("Move", {}, names, {ALONE: "Malden (3)"}, True))], WORDS)

    assert told is not None
    assert told["where"] == {place: WORDS.place(place) for place in SLOTS}
