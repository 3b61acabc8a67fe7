"""What is worth knowing: what an evaluation paid, boats without tokens, the end."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, look, note
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


def notes(before: State, event: e.Event, after: State) -> tuple[Finding, ...]:
    """What is worth knowing about a fact."""
    del event
    return tuple(_notes(before, after))


def _notes(before: State, after: State) -> Iterator[Finding]:
    known = len(before.turn.paid) if before.turns == after.turns else 0
    for payment in after.turn.paid[known:]:
        yield _paid("pays", payment)
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
