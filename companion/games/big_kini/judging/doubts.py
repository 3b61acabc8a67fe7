"""What is not told again: what follows from a slip that was told before.

What is told about a fact puts something in doubt: whose cubes lie on an atoll, what a player has.
Until a fact settles that, the rules can't tell whether more is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from companion.finding import FOLLOWS, Finding
from companion.games.big_kini.course.setup import passed_over, waiting_for_home
from companion.games.big_kini.state.doubts import Doubt, Subject
from companion.games.big_kini.state.state import State, cell_of
from companion.games.big_kini.terms import events as e

ABOUT: Mapping[Subject, tuple[str, ...]] = MappingProxyType(
    {
        Subject.CUBES: (
            *("no-cube-there", "place-taken", "no-influence", "no-port", "not-represented"),
            *("one-cube", "no-candidate", "too-many-votes", "not-winner", "nobody-ousted"),
            *("not-free-there", "election-goes-on", "cube-to-land", "no-cube-left"),
            *("nothing-to-land", "lands-elsewhere", "no-election", "not-level", "caller-decides"),
            *("colonist-elected", "no-colony-for-ousted", "no-tie", "ahead-already"),
            *("votes-first", "goods-over", "voting-over", "voted-already", "speaks-later"),
        ),
        Subject.TILE: (
            *("not-discovered", "discovered-already", "no-atoll-there", "no-factory", "no-port"),
            *("no-colony-space", "no-goods-space", "no-post", "too-far", "lands-elsewhere"),
            *("colony-by-proliferation", "baron-by-election", "goods-no-vote", "atoll-elsewhere"),
        ),
        Subject.GOODS: ("no-goods-there", "goods-not-in-hand", "goods-no-vote"),
        Subject.FACTORY: ("factory-used",),
        Subject.SPACE: ("space-taken",),
        Subject.MONEY: ("no-money", "no-money-to-give"),
        Subject.CARDS: (
            *("card-not-in-hand", "card-not-laid", "card-of-other-action", "no-such-card"),
            *("says-later", "not-asked", "says-first", "cards-first", "no-second"),
        ),
        Subject.ACTION: (
            *("no-token", "other-action", "second-unpaid", "nothing-to-forgo", "cards-first"),
            *("cube-to-land", "election-goes-on"),
        ),
        Subject.END: ("game-over", "only-counting"),
        Subject.ELECTION: (
            *("election-goes-on", "no-election", "voting-over", "voted-already", "too-many-votes"),
            *("no-candidate", "votes-first", "goods-over", "ahead-already", "speaks-later"),
            *("no-tie", "caller-decides", "not-level", "not-winner", "nobody-ousted"),
            *("not-free-there", "election-held", "goods-no-vote", "goods-not-in-hand"),
        ),
    }
)
"""What the record may be wrong about where a finding is told, by the findings' codes."""
SAME = frozenset(
    {
        *("no-cube-there", "no-influence", "no-port", "too-far", "not-represented", "place-taken"),
        *("factory-used", "no-goods-there", "no-money", "space-taken", "one-cube"),
        *("not-discovered", "discovered-already", "atoll-elsewhere", "election-held"),
    }
)
IMPLIED: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "not-your-turn": SAME,
        "no-token": SAME,
        "second-unpaid": SAME,
        "no-cube-there": frozenset({"place-taken", "no-port", "too-far", "no-money"}),
        "discovered-already": frozenset({"atoll-elsewhere", "no-money"}),
        "goods-no-vote": frozenset({"goods-not-in-hand"}),
        "no-port": frozenset({"no-money"}),
        "too-far": frozenset({"no-money"}),
    }
)
"""What is the same mistake as another about one fact, and is not told besides."""
SEATING = e.Moved | e.Landed | e.Proliferated
"""What brings a cube to a place."""
OF_A_PLAYER = (Subject.MONEY, Subject.CARDS)
OF_A_PLACE = (Subject.FACTORY, Subject.SPACE)
OF_AN_ATOLL = (Subject.CUBES, Subject.TILE)
OF_EITHER = (Subject.GOODS,)
"""What each subject is of; all others are of the table."""


def follows(state: State, event: e.ByPlayer, found: Finding) -> bool:
    """Whether a finding follows from what was told before."""
    if found.code == "not-your-turn" and not isinstance(event, e.TokenPlaced):
        return (Subject.ACTION, "") in state.shown.doubts
    if found.code == "homes-first":
        return {*waiting_for_home(state)} <= {*passed_over(state)}
    doubts = state.shown.doubts
    known = (Subject.A_CUBE, event.player) in doubts and not isinstance(event, e.Proliferated)
    if known and found.code in ABOUT[Subject.CUBES]:
        return True
    if found.code == "no-election" and any(subject is Subject.CUBES for subject, _ in doubts):
        return True
    return not doubts.isdisjoint(_of(found))


def raised(event: e.Event, told: Sequence[Finding]) -> Iterator[Doubt]:
    """What the findings told about a fact leave in doubt.

    A cube that was told to go where it can't lies elsewhere, and its way cost something else.
    """
    yield from (doubt for found in told for doubt in _of(found))
    for found in told:
        if found.code == FOLLOWS:
            yield from ((Subject.CUBES, cell_of(place)) for place in found.places)
    if told and isinstance(event, e.Moved | e.Discovered):
        end = event.cell if isinstance(event, e.Discovered) else cell_of(event.target)
        yield from ((Subject.CUBES, cell) for cell in (cell_of(event.source), end))
    if isinstance(event, SEATING) and any(found.code != FOLLOWS for found in told):
        yield Subject.A_CUBE, event.player
    if told and isinstance(event, e.Moved | e.Discovered | e.IncomeTaken):
        yield Subject.MONEY, event.player


def _of(found: Finding) -> Iterator[Doubt]:
    """What a finding puts in doubt."""
    player = str(found.params.get("player", ""))
    for subject, codes in ABOUT.items():
        if found.code not in codes:
            continue
        if subject in OF_A_PLAYER:
            yield subject, player
        elif subject in OF_A_PLACE:
            yield from ((subject, place) for place in found.places)
        elif subject in OF_AN_ATOLL:
            yield from ((subject, cell_of(place)) for place in found.places)
        elif subject in OF_EITHER:
            yield from ((subject, place) for place in found.places or (player,))
        else:
            yield subject, ""
    if found.code == "not-your-turn":
        yield Subject.ACTION, ""


def settled(event: e.Event, told: Sequence[Finding]) -> Iterator[Doubt]:
    """What a fact leaves no more doubt about; ``told`` is what is found of it."""
    if any(found.code == FOLLOWS and found.places for found in told):
        yield Subject.A_CUBE, getattr(event, "player", "")
    match event:
        case e.MoneyCorrected(source, target, _, _):
            yield from ((Subject.MONEY, name) for name in (source, target))
        case e.TokenPlaced():
            yield from ((Subject.ACTION, ""), (Subject.ELECTION, ""))
        case e.ElectionCalled():
            yield Subject.ELECTION, ""
        case e.Moved(_, source, _) if not told:
            yield Subject.CUBES, cell_of(source)
