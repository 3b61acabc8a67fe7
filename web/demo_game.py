"""A game that plays itself: drawn by lot, and written down like any other."""

from __future__ import annotations

import threading
from random import Random

from companion.games.clippers.course import at_last
from companion.games.clippers.drawn_game import draw_game
from companion.games.clippers.event_json import event_json
from companion.games.clippers.players import Player
from companion.position_file import marker_kinds
from companion.record import Happened, Source, Who
from companion.table import Request, StaleError
from web.host import Host

NAMES = ("Benjamin", "Pauline", "Jean-Luc")
BY = Source(Who.SYSTEM, "demo")


def begin_demo(host: Host, random: Random) -> None:
    """Seat three players of nations drawn by lot."""
    nations = random.sample(marker_kinds(host.board), len(NAMES))
    host.begin([Player(n, nation, 0) for n, nation in zip(NAMES, nations, strict=True)], {})


def play_demo(host: Host, random: Random, pace_s: float, stop: threading.Event) -> None:
    """Play until the game is over, or somebody stops it, or begins another.

    Whoever taps meanwhile is a player like any other: each fact is drawn from the table as it
    stands.
    """
    table = host.table
    while table is not None and host.table is table and not stop.wait(pace_s):
        view = table.view
        if at_last(view.last.state).over:
            return
        _, event = next(draw_game(view.last.state, random))
        fact = Happened(event_json(event))
        try:
            table.act(Request(fact, view.revision, BY, host.clock()))
        except StaleError:
            continue
