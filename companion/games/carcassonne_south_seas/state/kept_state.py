"""A state of a game as JSON and back, the very same: for what is kept of a long evening."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from companion.bank import Ledger
from companion.games.carcassonne_south_seas.state.state import Payment, State, Turn

PLAIN = ("turns", "over", "facts", "face_up")
MAPPED = ("tiles", "islanders", "untold")
LISTED = ("astray", "covered", "display", "doubted", "out")


def state_json(state: State) -> dict[str, object]:
    """Write a state."""
    return {
        **{name: getattr(state, name) for name in PLAIN},
        **{name: dict(getattr(state, name)) for name in MAPPED},
        **{name: list(getattr(state, name)) for name in LISTED},
        "goods": {name: dict(held) for name, held in state.goods.items()},
        "ships": {name: list(ships) for name, ships in state.ships.items()},
        "turn": asdict(state.turn),
        "last": [asdict(each) for each in state.last],
    }


def parse_state(kept: object, start: State, transfers: Ledger) -> State:
    """Read what ``state_json`` wrote of a game with this start; raise ValueError where it is none.

    There is no money: ``transfers`` are none.
    """
    del transfers
    try:
        return _state(kept, start)
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"no state: {error}") from None


def _state(kept: Any, start: State) -> State:
    plain: dict[str, Any] = {name: kept[name] for name in PLAIN}
    plain |= {name: dict(kept.get(name, {})) for name in MAPPED}
    plain |= {name: tuple(kept.get(name, ())) for name in LISTED}
    turn = kept["turn"]
    return replace(
        start,
        **plain,
        goods={name: dict(held) for name, held in kept["goods"].items()},
        ships={name: tuple(ships) for name, ships in kept["ships"].items()},
        turn=Turn(
            **{
                **turn,
                "covers": tuple(map(tuple, turn["covers"])),
                "merchants": tuple(turn["merchants"]),
                "paid": tuple(map(_payment, turn["paid"])),
            }
        ),
        last=tuple(map(_payment, kept["last"])),
    )


def _payment(kept: Any) -> Payment:
    return Payment(**{**kept, "to": tuple(kept["to"]), "home": tuple(kept["home"])})
