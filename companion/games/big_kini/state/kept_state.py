"""A state of a game as JSON and back, the very same: for what is kept of a long evening.

The bank's transfers are written apart, by whoever keeps several states of one game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from companion.bank import Bank, Ledger
from companion.games.big_kini.state.doubts import Shown, Subject
from companion.games.big_kini.state.election import Election, Stage
from companion.games.big_kini.state.state import Hand, Phase, State
from companion.games.big_kini.state.turn import Doing, Landing, Turn
from companion.games.big_kini.terms.actions import Action

PLAIN = ("round", "first", "placed", "facts")
MAPPED = ("homes", "tiles", "cubes", "goods", "tokens", "used", "counted")
LISTED = ("turned_up", "played")


def state_json(state: State) -> dict[str, object]:
    """Write a state, but for its bank's transfers."""
    return {
        "phase": state.phase.value,
        **{name: getattr(state, name) for name in PLAIN},
        **{name: dict(getattr(state, name)) for name in MAPPED},
        **{name: list(getattr(state, name)) for name in LISTED},
        "held": sorted(state.held),
        "hands": {name: _hand_json(hand) for name, hand in state.hands.items()},
        "turn": _turn_json(state.turn),
        "election": _election_json(state.election) if state.election else None,
        "shown": _shown_json(state.shown),
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
    election = kept["election"]
    plain: dict[str, Any] = {name: kept[name] for name in PLAIN}
    plain |= {name: dict(kept[name]) for name in MAPPED}
    plain |= {name: tuple(kept[name]) for name in LISTED}
    return replace(
        start,
        **plain,
        phase=Phase(kept["phase"]),
        bank=_bank(start, transfers),
        held=frozenset(kept["held"]),
        hands={name: _hand(hand) for name, hand in kept["hands"].items()},
        turn=_turn(kept["turn"]),
        election=_election(election) if election else None,
        shown=_shown(kept["shown"]),
    )


def _shown_json(shown: Shown) -> dict[str, object]:
    return {
        "doubts": sorted([subject.value, about] for subject, about in shown.doubts),
        "passed": shown.passed,
    }


def _shown(kept: Any) -> Shown:
    doubts = frozenset((Subject(subject), about) for subject, about in kept["doubts"])
    return Shown(doubts, kept["passed"])


def _bank(start: State, transfers: Ledger) -> Bank | None:
    if start.bank is None:
        return None
    balances = {account: start.bank.balance(account) for account in ("bank", *start.players)}
    for moved in transfers[len(start.bank.transfers) :]:
        balances[moved.source] -= moved.amount
        balances[moved.target] += moved.amount
    return Bank(transfers, balances)


def _hand_json(hand: Hand) -> dict[str, object]:
    held = {"goods": dict(hand.goods), "cards": list(hand.cards)}
    return {**held, "discovered": hand.discovered}


def _hand(kept: Any) -> Hand:
    return Hand(dict(kept["goods"]), tuple(kept["cards"]), kept["discovered"])


def _turn_json(turn: Turn) -> dict[str, object]:
    return {
        "space": turn.space,
        "asked": list(turn.asked),
        "laid": list(turn.laid),
        "doings": [{**asdict(each), "action": each.action.value} for each in turn.doings],
        "landing": asdict(turn.landing) if turn.landing else None,
    }


def _turn(kept: Any) -> Turn:
    landing = kept["landing"]
    return Turn(
        kept["space"],
        tuple(kept["asked"]),
        tuple(kept["laid"]),
        tuple(Doing(**{**each, "action": Action(each["action"])}) for each in kept["doings"]),
        Landing(**landing) if landing else None,
    )


def _election_json(election: Election) -> dict[str, object]:
    return {
        **asdict(election),
        "stage": election.stage.value,
        "votes": _nested(election.votes),
        "shown": _nested(election.shown),
        "said": sorted(election.said),
        "kept_back": sorted(election.kept_back),
    }


def _election(kept: Any) -> Election:
    whole = {
        **kept,
        "stage": Stage(kept["stage"]),
        "votes": _nested(kept["votes"]),
        "shown": _nested(kept["shown"]),
        "said": frozenset(kept["said"]),
        "kept_back": frozenset(kept["kept_back"]),
    }
    return Election(**whole)


def _nested(counts: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    return {name: dict(its) for name, its in counts.items()}
