"""Start atolls, first cubes, and what is blocked. Rules 16 to 21, 86 to 88 and 103."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal
from companion.games.big_kini.course.cards import may_be, may_come
from companion.games.big_kini.course.rounds import cards_to_turn_up, throws_dice
from companion.games.big_kini.course.setup import (
    chooses_home,
    has_settled,
    is_home_unknown,
    may_be_home,
    passed_over,
)
from companion.games.big_kini.course.unsaid_setup import is_setup_told_late
from companion.games.big_kini.state.atolls import SEATS
from companion.games.big_kini.state.state import State, cell_of
from companion.games.big_kini.terms.events import (
    CardTurnedUp,
    DiceThrown,
    HomeChosen,
    Settled,
)


def chooses_in_order(state: State, event: HomeChosen) -> Iterator[Finding]:
    """The first player chooses last, whoever sits at his right first. Rule 19.

    Who was passed over may choose later, and who takes his place as well: that is told already.
    """
    next_one, passed = chooses_home(state), passed_over(state)
    told = event.player in passed or is_setup_told_late(state, event)
    anew = bool(passed) and state.homes.get(event.player, event.cell) != event.cell
    if event.player != next_one and not (told or anew):
        yield illegal("chooses-later", "19", event.cell, player=event.player, other=next_one)


def on_a_home(state: State, event: HomeChosen) -> Iterator[Finding]:
    """A start atoll lies on a free place marked H. Rule 19."""
    if event.cell not in state.game.homes:
        yield illegal("not-a-home", "19", event.cell, player=event.player)
    elif event.cell in (cell for name, cell in state.homes.items() if name != event.player):
        yield illegal("home-taken", "19", event.cell, player=event.player)


def a_start_atoll(state: State, event: HomeChosen) -> Iterator[Finding]:
    """One of the start atolls that take part, and that nobody has. Rules 16, 17 and 105."""
    name = event.atoll.partition("/")[0]
    number = state.game.atolls[name].number
    if not may_be_home(state.game, number):
        yield illegal("no-start-atoll", "17", event.cell, player=event.player, atoll=number)
    elif name in (
        state.tiles.get(home, "").partition("/")[0]
        for owner, home in state.homes.items()
        if owner != event.player
    ):
        yield illegal("atoll-taken", "19", event.cell, player=event.player, atoll=number)


def on_his_atoll(state: State, event: Settled) -> Iterator[Finding]:
    """The first cubes go on posts of one's own start atoll, never the baron's. Rule 21."""
    if state.homes.get(event.player) != cell_of(event.place):
        yield illegal("not-on-home", "21", event.place, player=event.player)
    elif is_home_unknown(state, event.player):
        return
    elif state.kind_of(event.place) not in SEATS:
        yield illegal("first-on-posts", "21", event.place, player=event.player)
    elif event.place in state.cubes:
        yield illegal("place-taken", "21", event.place, player=event.player)


def two_first_cubes(state: State, event: Settled) -> Iterator[Finding]:
    """Each has two. Rule 21."""
    if has_settled(state, event.player) and not is_setup_told_late(state, event):
        yield illegal("two-cubes", "21", event.place, player=event.player)


def dice_are_thrown(state: State, event: DiceThrown) -> Iterator[Finding]:
    """Only with three players, two blocked spaces and no cards. Rules 86 and 87."""
    if not throws_dice(state):
        yield illegal("no-dice", "87", player=event.player)


def card_is_turned_up(state: State, event: CardTurnedUp) -> Iterator[Finding]:
    """Only where cards name what is blocked. Rules 88 and 103."""
    if not cards_to_turn_up(state):
        yield illegal("no-card-turned-up", "88", player=event.player)
    elif may_be(state, event.card) not in may_come(state):
        yield illegal("card-elsewhere", "92", player=event.player, card=event.card)
