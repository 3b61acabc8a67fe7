"""A state of a game as JSON and back, the very same: for what is kept of a long evening.

The bank's transfers are written apart, by whoever keeps several states of one game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

from companion.bank import Bank, Ledger
from companion.games.long_cours.state.goods import Goods
from companion.games.long_cours.state.shown import LeftTurn, Shown, Subject
from companion.games.long_cours.state.state import (
    Auction,
    Captain,
    Corsair,
    Fight,
    Phase,
    Played,
    State,
    Turn,
)
from companion.money.pieces import Pieces


def state_json(state: State) -> dict[str, object]:
    """Write a state, but for its bank's transfers."""
    played = {**asdict(state.played), "fights": sorted(state.played.fights)}
    return {
        "captains": [asdict(captain) for captain in state.captains],
        "goods": _goods_json(state.goods),
        "phase": state.phase.value,
        "round": state.round,
        "seat": state.seat,
        "turns": state.turns,
        "turn": asdict(state.turn),
        "corsair": asdict(state.corsair),
        "fight": asdict(state.fight) if state.fight else None,
        "auction": asdict(state.auction) if state.auction else None,
        "played": played,
        "settled": state.settled,
        "shown": _shown_json(state.shown),
        "facts": state.facts,
    }


def parse_state(kept: object, start: State, transfers: Ledger) -> State:
    """Read what ``state_json`` wrote of a game with this start; raise ValueError where it is none.

    ``transfers`` are all that its bank had moved.
    """
    try:
        return _state(kept, start, transfers)
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"no state: {error}") from None


def _state(kept: Any, start: State, transfers: Ledger) -> State:
    fight, auction = kept["fight"], kept["auction"]
    return replace(
        start,
        captains=tuple(Captain(**each) for each in kept["captains"]),
        bank=_bank(start, transfers),
        goods=_goods(kept["goods"]),
        phase=Phase(kept["phase"]),
        round=kept["round"],
        seat=kept["seat"],
        turns=kept["turns"],
        turn=Turn(**kept["turn"]),
        corsair=Corsair(**kept["corsair"]),
        fight=Fight(**fight) if fight else None,
        auction=Auction(**{**auction, "bidders": tuple(auction["bidders"])}) if auction else None,
        played=Played(**{**kept["played"], "fights": frozenset(kept["played"]["fights"])}),
        settled=kept["settled"],
        shown=_shown(kept["shown"]),
        facts=kept["facts"],
    )


def _shown_json(shown: Shown) -> dict[str, object]:
    left = shown.left
    return {
        "doubts": sorted([subject.value, name] for subject, name in shown.doubts),
        "left": {**asdict(left), "phase": left.phase.value} if left else None,
        "spoke_up": shown.spoke_up,
    }


def _shown(kept: Any) -> Shown:
    left = kept["left"]
    return Shown(
        frozenset((Subject(subject), name) for subject, name in kept["doubts"]),
        left and LeftTurn(**{**left, "phase": Phase(left["phase"]), "turn": Turn(**left["turn"])}),
        kept["spoke_up"],
    )


def _bank(start: State, transfers: Ledger) -> Bank:
    balances = {account: start.bank.balance(account) for account in ("bank", *start.players)}
    for moved in transfers[len(start.bank.transfers) :]:
        balances[moved.source] -= moved.amount
        balances[moved.target] += moved.amount
    return Bank(transfers, balances)


def _goods_json(goods: Goods) -> dict[str, object]:
    return {
        "worth": {holder: dict(cargo) for holder, cargo in goods.worth.items()},
        "tickets": {
            holder: {product: _pieces_json(pieces) for product, pieces in tickets.items()}
            for holder, tickets in goods.tickets.items()
        },
    }


def _pieces_json(pieces: Pieces) -> list[list[int]]:
    return [[value, count] for value, count in pieces]


def _goods(kept: Any) -> Goods:
    return Goods(
        {holder: dict(cargo) for holder, cargo in kept["worth"].items()},
        {
            holder: {product: _pieces(pieces) for product, pieces in tickets.items()}
            for holder, tickets in kept["tickets"].items()
        },
    )


def _pieces(kept: Iterable[Iterable[int]]) -> Pieces:
    counts: Mapping[int, int] = dict(map(tuple, kept))  # type: ignore[arg-type]
    return Pieces.of(counts)
