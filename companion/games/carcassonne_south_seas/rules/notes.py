"""What is worth knowing: what an evaluation paid, boats without tokens, the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.finding import Finding, look, note
from companion.games.carcassonne_south_seas.course.evaluation import evaluated
from companion.games.carcassonne_south_seas.state.state import Payment, State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.terms.goods import (
    BOAT_TOKENS,
    GOODS,
    IN_BOX,
    MARKET,
    PAYS,
)

SECTION = {"bridge": "28", "island": "30", "sea": "31", "market": "38"}
"""By which rule each kind of area pays."""
OF_GOODS = frozenset({"pays", "pays-several", "market-pays", "goes-home", "covers", "no-ship-left"})
"""What an evaluation changes on the table, of which nothing else tells later.

What the last evaluation paid stands in the score.
"""


def notes(before: State, event: e.Event, after: State) -> tuple[Finding, ...]:
    """What is worth knowing about a fact."""
    return tuple(_notes(before, event, after))


def _notes(before: State, event: e.Event, after: State) -> Iterator[Finding]:
    yield from _of_evaluation(before, event, after)
    for payment in (each for each in after.last[len(before.last) :] if each.amount):
        yield _paid("pays-last", payment)
    if len(after.covered) >= BOAT_TOKENS > len(before.covered):
        yield look("no-boat-token", "A7")
    for kind in GOODS:
        held = [sum(s.held(name)[kind] for name in s.players) for s in (before, after)]
        if held[0] <= IN_BOX < held[1]:
            yield look("box-empty", "A9", goods=kind)
    if after.over and not before.over:
        yield note("game-ends", "51")


def _of_evaluation(before: State, event: e.Event, after: State) -> Iterator[Finding]:
    """What it paid, who goes home, who gets no ship, and what is covered. Rules 34 to 43."""
    placed = {event.place: event.player} if isinstance(event, e.IslanderPlaced) else {}
    owners = {**before.islanders, **placed}
    for payment in _payments(before, after):
        if payment.kind != MARKET or after.waiting:
            yield _paid("pays", payment)
        yield from _home(payment, owners)
    if after.turn.merchants and not after.waiting and (before.waiting or not before.turn.merchants):
        yield note("no-ship-left", "38", players="\n".join(after.turn.merchants))
    for place in () if isinstance(event, e.Covered) else after.covered[len(before.covered) :]:
        yield note("covers", "34", place)


def _payments(before: State, after: State) -> tuple[Payment, ...]:
    """What was evaluated: in the turn that goes on, or in the one that ended with it unsaid."""
    known = len(before.turn.paid)
    if before.turns == after.turns:
        return after.turn.paid[known:]
    due = before.turn.has_tile and not before.turn.evaluated
    return evaluated(before).turn.paid[known:] if due else ()


def _home(payment: Payment, owners: Mapping[str, str]) -> Iterator[Finding]:
    """Whose islanders go home; that boats send them too is easily forgotten. Rules 36 and 43."""
    whose = [owners[place] for place in payment.home if place in owners]
    if whose:
        rule, who = "36" if payment.cell else "43", "\n".join(dict.fromkeys(whose))
        yield note("goes-home", rule, *payment.home, players=who, count=len(whose))


def _paid(code: str, payment: Payment) -> Finding:
    """Who gets how many of which goods; of a market, who takes a ship. Rules 26 and 32."""
    who = "\n".join(payment.to)
    if payment.kind == MARKET:
        return note("market-pays", "38", payment.place, *payment.home, players=who)
    rule = "52" if code == "pays-last" else "32" if payment.cell else SECTION[payment.kind]
    code = f"{code}-several" if len(payment.to) > 1 else code
    return note(
        code,
        "42" if len(payment.to) > 1 and rule != "52" else rule,
        *payment.home,
        players=who,
        area=payment.kind,
        goods=PAYS[payment.kind],
        count=payment.amount,
    )
