"""What is worth knowing about a fact: who was struck, what was taken, what is over."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, note
from companion.games.long_cours.judging.judgement import as_it_was, left_by
from companion.games.long_cours.rules.ending import is_stalemate
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.events import (
    AuctionAsked,
    Bought,
    Event,
    MoneyCorrected,
    NoBid,
    Resold,
    TurnEnded,
)

SEPARATOR = "\n"
"""Between several names in one parameter; no name has one."""


def notes(before: State, event: Event, after: State) -> tuple[Finding, ...]:
    """What came of a fact that led from one state to another."""
    told = (_wrecks, _corsair_waits, _corsair_lost, _taken, _trade, _auction, _sunk, _end)
    return tuple(found for tell in told for found in tell(before, event, after))


def _wrecks(before: State, _: Event, after: State) -> Iterator[Finding]:
    """Ships that a storm has taken off the board, and where their goods are. Rules 40 to 42."""
    gone = [
        each
        for each in after.afloat
        if each.at is None and before.captain(each.name).at is not None
    ]
    if not gone:
        return
    board = after.game.board
    zone = board.stops[before.captain(gone[0].name).at or ""].zone
    stranding = board.stranding_places[zone].id
    names = SEPARATOR.join(each.name for each in gone)
    lost = any(before.goods.value(each.name) for each in gone)
    code = "wrecked" if lost else "wrecked-empty"
    yield note(code, "40", stranding, players=names, rectangle=stranding)


def _corsair_waits(before: State, event: Event, _: State) -> Iterator[Finding]:
    """Its buyer has not put the corsair on the board, though he could. Rules 62 and 65."""
    for ended in _ended(before, event):
        player, corsair = ended.at_turn, ended.corsair
        waits = corsair.owner == player.name and corsair.at is None
        if waits and player.at is not None and corsair.turn != ended.turns:
            yield note("corsair-not-entered", "62", player=player.name)


def _ended(before: State, event: Event) -> Iterator[State]:
    """The turns that a fact ends, each at its end: the one that it shows to be over, its own."""
    if isinstance(event, MoneyCorrected):
        return
    if (left := left_by(before, event)) is not None:
        yield left
    seen = as_it_was(before, event)
    if isinstance(event, TurnEnded) and event.player == seen.at_turn.name:
        yield seen


def _corsair_lost(before: State, _: Event, after: State) -> Iterator[Finding]:
    """The corsair was sunk by a storm, and is for sale again. Rule 74."""
    if before.corsair.at is not None and after.corsair.owner is None:
        yield note("corsair-lost", "74", before.corsair.at, owner=before.corsair.owner or "")


def _taken(before: State, _: Event, after: State) -> Iterator[Finding]:
    """Somebody has taken stranded goods. Rule 44."""
    for captain in after.afloat:
        at = captain.at
        value = 0 if at is None else before.goods.value(at)
        if at is not None and value and not after.goods.value(at):
            yield note("goods-taken", "44", at, player=captain.name, amount=value)


def _trade(before: State, event: Event, after: State) -> Iterator[Finding]:
    """Nothing to resell (rule 36), or no tickets left to give (point A3)."""
    if isinstance(event, Resold):
        product = before.game.product_of_die(event.die)
        if not before.goods.cargo(event.player).get(product):
            yield note("nothing-to-resell", "36", player=event.player, product=product)
    if isinstance(event, Bought):
        owed = after.goods.owed(event.player, event.product)
        if owed:
            about = {"player": event.player, "product": event.product}
            yield note("tickets-owed", "A3", **about, amount=owed)


def _auction(before: State, event: Event, after: State) -> Iterator[Finding]:
    """The corsair was sold, or nobody wanted it. Rule 61, point A11."""
    if after.auction is not None or (
        before.auction is None and not isinstance(event, AuctionAsked)
    ):
        return
    owner = after.corsair.owner
    if owner is not None and before.corsair.owner is None:
        yield note("corsair-sold", "61", owner=owner)
    elif owner is None and isinstance(event, AuctionAsked | NoBid):
        yield note("nobody-bids", "A11")


def _sunk(before: State, _: Event, after: State) -> Iterator[Finding]:
    """Whom the corsair has sunk: they show their cards, and are out. Rules 70 to 72."""
    sunk = [
        each.name for each in after.captains if not each.plays and before.captain(each.name).plays
    ]
    for name in sunk:
        cards = before.captain(name).cards
        where = before.captain(name).at or ""
        if cards:
            yield note("sunk", "72", where, player=name, cards=cards)
        else:
            yield note("sunk-without-cards", "71", where, player=name)


def _end(before: State, _: Event, after: State) -> Iterator[Finding]:
    """Who has won (rule 76), or that nobody can be caught any more (point A15)."""
    if after.over and not before.over and len(after.afloat) == 1:
        yield note("won", "76", player=after.afloat[0].name)
    if is_stalemate(after) and not is_stalemate(before):
        yield note("stalemate", "A15")
