"""What is worth knowing about a fact: who is elected, what begins, what is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.bank import BANK, Bank
from companion.finding import Finding, note
from companion.games.big_kini.course.apply import apply, as_it_was
from companion.games.big_kini.course.rounds import last_round
from companion.games.big_kini.course.score import GOAL_ALONE, score
from companion.games.big_kini.state.atolls import BARON, STORE
from companion.games.big_kini.state.election import Election
from companion.games.big_kini.state.state import Phase, State
from companion.games.big_kini.terms.events import ElectionCalled, Event


def notes(before: State, event: Event, after: State) -> tuple[Finding, ...]:
    """What came of a fact that led from one state to another."""
    told = (_sums, _election, _short_of_goods, _round, _end)
    return tuple(found for tell in told for found in tell(before, event, after))


def _sums(before: State, event: Event, _: State) -> Iterator[Finding]:
    """What the bank gets or pays, where the table keeps its own money. Rule 23, point A14."""
    if before.bank is not None:
        return
    with_bank = apply(replace(before, bank=Bank()), event)
    for paid in with_bank.bank.transfers if with_bank.bank is not None else ():
        if paid.target == BANK:
            yield note("sum-to-pay", "23", player=paid.source, amount=paid.amount)
        elif paid.source == BANK:
            yield note("sum-to-get", "23", player=paid.target, amount=paid.amount)


def _election(before: State, event: Event, after: State) -> Iterator[Finding]:
    """Who is baron after an election, or that nobody could be elected. Rules 58 to 60, A7.

    Where one player alone has cubes, it is over as soon as it is called. Who calls another shows
    that the one before was over.
    """
    if not isinstance(event, ElectionCalled):
        yield from _elected(before, before.election, after)
        return
    called = as_it_was(before, event)
    yield from _elected(before, before.election, called)
    if called.election is None:
        yield from _elected(called, Election(event.cell, event.player), after)


def _elected(before: State, election: Election | None, after: State) -> Iterator[Finding]:
    """Who is baron after this election; nothing where it goes on, or where there is none."""
    if election is None or after.election is not None:
        return
    seat = next(after.places_at(election.cell, BARON), None)
    baron = after.cubes.get(seat or "")
    if seat is None or baron is None:
        yield note("nobody-elected", "A7", election.cell)
    elif before.cubes.get(seat) == baron and not election.winner:
        yield note("baron-stays", "58", seat, player=baron, cell=election.cell)
    else:
        yield note("baron-elected", "60", seat, player=baron, cell=election.cell)


def _short_of_goods(before: State, _: Event, after: State) -> Iterator[Finding]:
    """A goods space that stays empty, as no tile is left. Point A11."""
    if (after.round, after.phase) == (before.round, before.phase):
        return
    for cell in after.tiles:
        for place in after.places_at(cell, STORE):
            if place not in after.goods:
                yield note("goods-short", "A11", place)


def _round(before: State, _: Event, after: State) -> Iterator[Finding]:
    """What the table does now: tokens home, goods, marker cubes, the marker. Rules 68 to 72."""
    if after.round > before.round:
        yield note("round-over", "68", round=after.round, player=after.first_player)


def _end(before: State, _: Event, after: State) -> Iterator[Finding]:
    """The last round is over, and who has won. Rules 73, 78 and 101."""
    playing = (Phase.PLAYING, Phase.BLOCKING)
    if before.phase in playing and after.phase not in playing:
        code = "last-round" if after.round >= last_round(after.game) else "last-atoll"
        yield note(code, "101" if after.game.players == 1 else "73", round=after.round)
    if after.over and not before.over and after.game.players == 1:
        points = score(after).standings[0].total
        code = "goal-reached" if points >= GOAL_ALONE else "goal-missed"
        yield note(code, "101", player=after.players[0], points=points)
