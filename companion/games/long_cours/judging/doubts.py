"""What is not told again: what follows from a slip that was told before.

What is told about a fact puts something in doubt: where a ship lies, who owns the corsair. Until a
fact settles that, the rules can't tell whether more is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.finding import Finding
from companion.games.long_cours.state.shown import Doubt, Subject
from companion.games.long_cours.state.state import Phase, State, Turn
from companion.games.long_cours.terms.events import (
    OUT_OF_TURN,
    AuctionAsked,
    Bid,
    Bought,
    ByPlayer,
    CameBack,
    CorsairEntered,
    CorsairMoved,
    DirectMove,
    Moved,
    NoBid,
    Placed,
)

ABOUT: Mapping[str, tuple[Subject, ...]] = {
    "no-ship": (Subject.WRECK,),
    "still-afloat": (Subject.WRECK,),
    "has-not-come-back": (Subject.WRECK,),
    "come-back-first": (Subject.WRECK,),
    "no-line": (Subject.SHIP,),
    "nothing-sold-here": (Subject.SHIP,),
    "sold-elsewhere": (Subject.SHIP,),
    "not-together": (Subject.SHIP,),
    "fight-on-rectangle": (Subject.SHIP,),
    "no-card-left": (Subject.CARD,),
    "no-fight": (Subject.FIGHT,),
    "another-answers": (Subject.FIGHT,),
    "fight-goes-on": (Subject.FIGHT,),
    "turn-not-ended": (Subject.TURN,),
    "another-bids": (Subject.BIDS, Subject.AUCTION),
    "another-passes": (Subject.BIDS, Subject.AUCTION),
    "auction-goes-on": (Subject.BIDS, Subject.AUCTION),
    "no-auction": (Subject.AUCTION,),
    "no-auction-to-pass": (Subject.AUCTION,),
    "corsair-owned": (Subject.CORSAIR,),
    "not-his-corsair": (Subject.CORSAIR,),
    "corsair-on-board": (Subject.CORSAIR,),
    "corsair-not-on-board": (Subject.CORSAIR,),
    "corsair-no-line": (Subject.CORSAIR,),
    "corsair-stepped-once": (Subject.CORSAIR,),
    "corsair-stayed": (Subject.CORSAIR,),
}
"""What the record may be wrong about where a finding is told."""
PAID = ("no-cash", "bid-above-cash")
"""What is told of who pays more than the record gives him."""
OF_A_PLAYER: Mapping[Subject, tuple[str, ...]] = {
    Subject.SHIP: ("player", "other"),
    Subject.WRECK: ("player",),
    Subject.TURN: ("player",),
    Subject.CARD: ("player",),
    Subject.BIDS: ("bidder",),
}
"""Which words of a finding say whom it is about; no word where it is about the table."""


IMPLIED: Mapping[str, frozenset[str]] = {
    "second-move": frozenset({"no-line"}),
    "ordinary-and-direct": frozenset({"no-line"}),
    "no-auction": frozenset({"bid-above-cash"}),
    "another-bids": frozenset({"bid-above-cash"}),
    "not-together": frozenset({"fight-on-rectangle"}),
    "another-answers": frozenset({"not-stronger", "fight-card-gone", "no-card-left"}),
    "not-stronger": frozenset({"fight-card-gone"}),
    "still-afloat": frozenset({"back-in-other-zone", "back-on-rectangle"}),
}
"""What is the same mistake as another, and is not told besides."""


def follows(state: State, event: ByPlayer, found: Finding) -> bool:
    """Whether a finding follows from what was told before; ``state`` is the fact's turn's.

    A debt that grows was told, where the table has shown money for it; one that it allowed was not.
    """
    if found.code in PAID and isinstance(event, Bought | Bid):
        means = state.means(event.player)
        return event.millions <= means or state.cash(event.player) < 0 <= means
    if found.code == "not-your-turn":
        return state.shown.spoke_up == event.player or _was_passed_over(state, event.player)
    if found.code == "place-first":
        waiting = (each.name for each in state.captains if each.at is None)
        return all(_was_passed_over(state, name) for name in waiting)
    if found.code in ("placed-already", "only-buys-first") and isinstance(event, Placed):
        return (Subject.UNPLACED, event.player) in state.shown.doubts
    if found.code == "turn-not-ended" and state.turn != Turn():
        return False
    return not state.shown.doubts.isdisjoint(_of(found))


def _was_passed_over(state: State, player: str) -> bool:
    """Whether another placed his ship when it was his turn, or was told to for him."""
    doubts = {(Subject.TURN, player), (Subject.SHIP, player)}
    return state.phase is Phase.PLACING and not state.shown.doubts.isdisjoint(doubts)


def _of(found: Finding) -> Iterator[Doubt]:
    """What a finding puts in doubt."""
    for subject in ABOUT.get(found.code, ()):
        words = OF_A_PLAYER.get(subject)
        if words is None:
            yield subject, ""
        else:
            yield from (
                (subject, str(found.params[each])) for each in words if each in found.params
            )


def settled(event: ByPlayer) -> Iterator[Doubt]:
    """What a fact leaves no more doubt about."""
    player = event.player
    yield Subject.TURN, player
    if not isinstance(event, OUT_OF_TURN):
        yield Subject.FIGHT, ""
    match event:
        case Placed() | Moved() | DirectMove() | CameBack():
            subjects = Subject.SHIP, Subject.WRECK, Subject.UNPLACED
            yield from ((each, player) for each in subjects)
        case Bid() | NoBid():
            yield Subject.BIDS, player
        case AuctionAsked():
            yield from ((Subject.AUCTION, ""), (Subject.CORSAIR, ""))
        case CorsairEntered() | CorsairMoved():
            yield Subject.CORSAIR, ""


def raised(state: State, told: Iterable[Finding]) -> Iterator[Doubt]:
    """What the findings told about a fact leave in doubt; ``state`` is that in which it was done.

    A storm over another zone strikes or spares all ships there, and the corsair. Who owns the
    corsair is in doubt where its auction is.
    """
    for found in told:
        if found.code == "not-your-turn" and state.phase is Phase.PLACING:
            yield Subject.TURN, state.at_turn.name
        for doubt in _of(found):
            yield doubt
            if doubt[0] in (Subject.WRECK, Subject.AUCTION):
                yield Subject.CORSAIR, ""
            if doubt[0] is Subject.WRECK:
                yield from ((Subject.WRECK, each.name) for each in state.afloat)
