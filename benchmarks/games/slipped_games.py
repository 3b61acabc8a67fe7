"""Legal games into which one slip is put: what people get wrong when they write a game down.

Each kind of slip is a function that lists every place of a game where it can be made; the
benchmark draws one of them by lot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random

from benchmarks.games.slipped import slips
from benchmarks.games.slipped.slips import doubled, forgotten, instead, late, told_otherwise
from companion.finding import Severity
from companion.games.clippers.course.allowance import most_sticks
from companion.games.clippers.course.apply import apply, card_price
from companion.games.clippers.course.rounds import at_turn_of
from companion.games.clippers.course.setup import FEWEST_PLAYERS, MOST_PLAYERS, new_game, set_up
from companion.games.clippers.drawn.drawn_game import draw_game
from companion.games.clippers.judging.judgement import findings
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.state.growth import extending_spaces
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import (
    Card,
    CardTaken,
    Event,
    MarkerPlaced,
    Passed,
    ShipBought,
    StickLaid,
    TurnEnded,
)
from companion.games.clippers.terms.players import Player

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve")


class Told(slips.Told[State, Event]):
    """A legal game of Clippers."""

    def before(self, index: int) -> State:
        """The state in which a fact falls: a turn of phase 1 is passed where it has passed."""
        return at_turn_of(self.states[index], self.events[index])

    @property
    def last(self) -> State:
        """The state after the last fact."""
        return self.states[-1]


Slipped = slips.Slipped[Event]


def legal_game(seed: int) -> Told:
    """A game of two to five players drawn by lot; the same for the same seed."""
    board = read_shipped_board()
    nations = [card.nation for card in board.departure_cards]
    players = FEWEST_PLAYERS + seed % (MOST_PLAYERS - FEWEST_PLAYERS + 1)
    start = set_up(new_game(board, [Player(NAMES[i], nations[i], 0) for i in range(players)]))
    states, events = [start], []
    for before, event in draw_game(start, Random(seed)):
        states.append(apply(before, event))
        events.append(event)
    return Told(start, tuple(events), tuple(states))


Slip = Callable[[Told, Random], Iterator[Slipped]]
"""Lists the ways in which a kind of slip can be made in a game."""


def order(game: Told, _: Random) -> Iterator[Slipped]:
    """Two sticks of one turn, entered in an order in which they could not have been laid."""
    for at, (one, other) in enumerate(zip(game.events, game.events[1:], strict=False)):
        if isinstance(one, StickLaid) and isinstance(other, StickLaid):
            against = _illegal(game.before(at), other)
            if one.player == other.player and against:
                yield told_otherwise(game, at, other, one, instead_of=2)


def colour(game: Told, random: Random) -> Iterator[Slipped]:
    """A stick of another colour."""
    for at, stick in _sticks(game):
        others = [name for name in game.start.companies if name != stick.company]
        yield instead(game, at, replace(stick, company=random.choice(others)))


def route_unsaid(game: Told, _: Random) -> Iterator[Slipped]:
    """Nobody said that a stick opened the second route."""
    for at, stick in _sticks(game):
        if stick.alternate:
            yield instead(game, at, replace(stick, alternate=False))


def player(game: Told, random: Random) -> Iterator[Slipped]:
    """A stick of another player."""
    for at, stick in _sticks(game):
        others = [each.name for each in game.start.game.players if each.name != stick.player]
        yield instead(game, at, replace(stick, player=random.choice(others)))


def turn_skipped(game: Told, _: Random) -> Iterator[Slipped]:
    """A turn of phase 2 or 3 that nobody wrote down, sticks and Done."""
    first = 0
    for at, event in enumerate(game.events):
        if not isinstance(event, StickLaid | TurnEnded):
            first = at + 1
        elif isinstance(event, TurnEnded):
            if first < at:
                yield told_otherwise(game, first, instead_of=at + 1 - first)
            first = at + 1


def act_of_another(game: Told, random: Random) -> Iterator[Slipped]:
    """A card, a ship, a marker or a pass said of another player."""
    for at, event in enumerate(game.events):
        if isinstance(event, CardTaken | ShipBought | MarkerPlaced | Passed):
            others = [each.name for each in game.start.game.players if each.name != event.player]
            yield instead(game, at, replace(event, player=random.choice(others)))


def stick_too_many(game: Told, random: Random) -> Iterator[Slipped]:
    """A stick more than the player may lay, where it might else lie."""
    for at, event in enumerate(game.events):
        if not isinstance(event, TurnEnded):
            continue
        state = game.states[at]
        if not state.seat.laid_in(state.phase) >= most_sticks(state.seat, state.phase) > 0:
            continue
        name = random.choice(list(state.companies))
        spaces = sorted(set(extending_spaces(state, name)))
        if spaces:
            yield told_otherwise(game, at, StickLaid(event.player, name, random.choice(spaces)))


def other_space(game: Told, random: Random) -> Iterator[Slipped]:
    """A stick on another free space of its lane."""
    for at, stick in _sticks(game):
        way, _index = game.start.game.chart.ways_through[stick.space][0]
        free = [s for s in way.spaces if s not in game.states[at].spaces and s != stick.space]
        if free:
            yield instead(game, at, replace(stick, space=random.choice(free)))


def other_lane(game: Told, _: Random) -> Iterator[Slipped]:
    """A stick in the other lane of a double route."""
    for at, stick in _sticks(game):
        route, lane, index = stick.space.rsplit("/", 2)
        twin = f"{route}/{1 - int(lane)}/{index}"
        chart = game.start.game.chart
        if twin in chart.ways_through and twin not in game.states[at].spaces:
            yield instead(game, at, replace(stick, space=twin))


def marker_on_taken_slot(game: Told, random: Random) -> Iterator[Slipped]:
    """A marker on a slot where one lies."""
    for at, event in enumerate(game.events):
        if isinstance(event, MarkerPlaced):
            taken = sorted(game.states[at].slots)
            yield instead(game, at, replace(event, slot=random.choice(taken)))


def card_too_dear(game: Told, random: Random) -> Iterator[Slipped]:
    """A card that its player can't pay, where he passed or took another."""
    for at, event in enumerate(game.events):
        if isinstance(event, Passed | CardTaken):
            state = game.states[at]
            dear = [
                card
                for card in Card
                if card_price(state, card) > state.money(event.player) and state.cards[card]
            ]
            if dear:
                yield instead(game, at, CardTaken(event.player, random.choice(dear)))


def ship_of_another_colour(game: Told, random: Random) -> Iterator[Slipped]:
    """A ship of another company than the one that was bought."""
    for at, event in enumerate(game.events):
        if isinstance(event, ShipBought):
            others = [n for n, c in game.states[at].companies.items() if c.ships]
            others = [name for name in others if name != event.company]
            if others:
                yield instead(game, at, replace(event, company=random.choice(others)))


SLIPS: Mapping[str, Slip] = {
    "order": order,
    "doubled": doubled(StickLaid),
    "second route unsaid": route_unsaid,
    "Done forgotten": forgotten(TurnEnded),
    "Done doubled": doubled(TurnEnded),
    "Done late": late(TurnEnded),
    "pass forgotten": forgotten(Passed),
    "colour": colour,
    "other space": other_space,
    "other lane": other_lane,
    "stick forgotten": forgotten(StickLaid),
    "turn skipped": turn_skipped,
    "player": player,
    "stick too many": stick_too_many,
    "marker on a taken slot": marker_on_taken_slot,
    "card too dear": card_too_dear,
    "ship unsaid": forgotten(ShipBought),
    "ship of another colour": ship_of_another_colour,
    "card unsaid": forgotten(CardTaken),
    "act of another": act_of_another,
}
"""Every kind of slip, by name."""

SAME_BOARD = (
    *("order", "doubled", "second route unsaid", "Done forgotten", "pass forgotten"),
    *("Done doubled", "Done late"),
)
"""Slips that leave the board as it is."""
OTHER_BOARD = ("colour", "other space", "other lane", "stick forgotten", "turn skipped")
"""Slips after which the record tells of another board."""


def slip_into(game: Told, kind: str, seed: int) -> Slipped | None:
    """Make one slip of a kind somewhere in a game; None where the game has no place for it."""
    random = Random(f"{kind} {seed}")
    found = list(SLIPS[kind](game, random))
    return random.choice(found) if found else None


def _sticks(game: Told) -> Iterator[tuple[int, StickLaid]]:
    for at, event in enumerate(game.events):
        if isinstance(event, StickLaid):
            yield at, event


def _illegal(state: State, event: Event) -> bool:
    return any(found.severity is Severity.ILLEGAL for found in findings(state, event))
