"""The demo as a guided tour: some stops, each a page and what to look at, with next and back."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request

from web.host.host import Host
from web.host.roles import Role
from web.visits.offered import offered
from web.visits.visit import host, visit
from web.words.language import gettext

PHOTO = "/photo"


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the tour stops: a page, what is to be seen there, and where on it.

    ``slip``: somebody breaks a rule while one is there.
    """

    path: str
    text: str
    look: str = ""
    slip: bool = False


@dataclass(frozen=True, slots=True)
class Tour:
    """A stop, its number from 1 on, and how many there are."""

    number: int
    many: int
    stop: Stop

    @property
    def is_last(self) -> bool:
        """Whether nothing comes after it."""
        return self.number == self.many


def stops(*, hidden: bool = False) -> tuple[Stop, ...]:
    """The stops, in order; to read them takes about three minutes.

    ``hidden``: what somebody has is nobody else's business, so the big screen shows less.
    """
    beginning = _where_money_is_hidden() if hidden else _where_all_is_open()
    every = (*beginning, *_of_the_table(), *_of_the_evening(), *_of_other_evenings())
    return tuple(stop for stop in every if stop.path != PHOTO or offered().photo)


def _where_all_is_open() -> tuple[Stop, ...]:
    return (
        Stop(
            "/table",
            gettext(
                "This is the big screen of a game that plays itself. Whose turn it is stands in "
                "one sentence, and everybody's money beside it. Every phone at the table shows the "
                "same, a moment later."
            ),
            ".turn",
        ),
        Stop(
            "/table",
            gettext(
                "On the chart lies what lies on the table. What may be used now is lit; what it "
                "would earn is written beside it. A tap does it, and the bank pays. Tap one: you "
                "play along."
            ),
            ".map",
        ),
    )


def _where_money_is_hidden() -> tuple[Stop, ...]:
    return (
        Stop(
            "/table",
            gettext(
                "This is the big screen of a game that plays itself. Whose turn it is stands in "
                "one sentence. What money somebody has is hidden here: it stands on his own phone."
            ),
            ".turn",
        ),
        Stop(
            "/table",
            gettext(
                "On the chart lies what lies on the table. On a player's own phone what he may use "
                "is lit there, with what it costs; a tap does it, and the bank pays."
            ),
            ".map",
        ),
    )


def _of_the_table() -> tuple[Stop, ...]:
    return (
        Stop(
            "/table",
            gettext(
                "Press long on anything, or click it with the other button: a piece, a place, "
                "the money. It tells what it is, what it does now, and which rule says so."
            ),
            ".companies",
        ),
        Stop(
            "/table",
            gettext(
                "Now somebody does what breaks a rule. It is written down all the same: "
                "the table is right. A card says what is wrong and why, and one tap takes it back "
                "or allows it. Look for it in a moment."
            ),
            ".findings",
            slip=True,
        ),
    )


def _of_the_evening() -> tuple[Stop, ...]:
    return (
        Stop(
            "/bank",
            gettext(
                "The bank: who is handed what, and every event of the evening. Any of them "
                "can be struck out or put right, the oldest too, and all that follows is worked "
                "out anew."
            ),
            ".events",
        ),
        Stop(
            "/score",
            gettext(
                "The score at any moment, with the working of every line. Tap a line, and the "
                "chart shows where it comes from."
            ),
            ".workings",
        ),
        Stop(
            "/score",
            gettext(
                "The game once more: move the slider, or let it run. Chart, money and points are "
                "those of that moment."
            ),
            ".again",
        ),
    )


def _of_other_evenings() -> tuple[Stop, ...]:
    return (
        Stop(
            PHOTO,
            gettext(
                "A game that was played without the companion is scored from one photo of the "
                "board. Where the photo is unsure, it asks."
            ),
        ),
        Stop(
            "/evenings",
            gettext(
                "Every evening is kept, on this machine alone: to go on with, to look at, to hand "
                "on. That is the tour. A game of your own begins under New game."
            ),
        ),
    )


def tour_of(number: int | None) -> Tour | None:
    """The stop of that number; None where no demo runs or this visitor does not lead it."""
    if number is None or not may_tour(host()):
        return None
    every = stops(hidden=bool(host().game.about.private))
    if not 1 <= number <= len(every):
        return None
    return Tour(number, len(every), every[number - 1])


def may_tour(of: Host) -> bool:
    """Whether this visitor may be led around: the host of a demo.

    Not where no camera follows the game: the tour speaks of what one sees.
    """
    if of.demo is None or of.table is None or visit().role is not Role.HOST:
        return False
    return of.game.watched is not None


def tour() -> Tour | None:
    """Where the tour stands on this page, by its address (``?tour=3``)."""
    return tour_of(request.args.get("tour", type=int))
