"""How unlikely each step of a game is: what the search for an explanation pays for it.

In nats: a step that costs 1 is e times less likely than the plainest one. docs/watching.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.clippers.terms.events import Card


@dataclass(frozen=True, slots=True)
class Prices:
    """What each step costs."""

    spoken: bool = True
    """Players say what they do beside the board: who says nothing has hardly passed."""
    illegal: float = 4.0
    """A fact breaks a rule."""
    further_rule: float = 0.5
    """A fact breaks a further rule: for each."""
    passed: float = 0.5
    """Nobody said what a player did in phase 1; he is taken to have passed."""
    cards: Mapping[Card, float] = field(
        default_factory=lambda: {
            Card.TWO_X: 1.0,
            Card.THREE_X: 1.1,
            Card.FIVE_X: 1.4,
            Card.PORT: 1.5,
        }
    )
    """He took a card that nobody named: only where a later act shows that he had one."""
    ship: float = 3.0
    """He bought a ship, and nobody said so."""
    early_end: float = 0.5
    """A turn is over though its player might have laid more."""
    owing_end: float = 6.0
    """A turn is over though its player still owes a stick."""
    two_turns: float = 2.0
    """Two turns fall into one look."""
    goes_on: float = 1.5
    """A turn goes on that was seen in an earlier look."""
    seen_late: float = 0.5
    """A marker was placed earlier in the round, and is seen only now; or a stick was laid in a turn
    that seemed to end without one."""
    seen_very_late: float = 0.7
    """A stick was laid in the turn before, which lacked none, and was hidden when it was over."""
    turn_longer: float = 1.0
    """A stick was laid earlier than in the turn before: for each turn."""
    missed: float = 2.5
    """A stick was laid in a turn that lacked one, and was in sight all the time."""
    older_first: float = 1.0
    """A piece is laid before one that was seen earlier."""
    left_pending: float = 3.0
    """Something was said that finds no place."""
    margin: float = 6.0
    """Hypotheses so much dearer than the cheapest are not kept in mind."""
    kept: int = 12
    """No more hypotheses than so many are kept in mind."""


UNSAID = Prices(spoken=False)
"""A photo shows every turn, and nobody says what is done beside the board."""
SAID = Prices(passed=2.0, cards=dict.fromkeys(Card, 5.0), ship=6.0, margin=4.0)
"""A photo shows every turn, and players say which card they take and what they buy."""
LIVE = Prices(
    passed=2.0,
    cards=dict.fromkeys(Card, 5.0),
    ship=6.0,
    two_turns=2.5,
    goes_on=0.2,
    early_end=1.0,
    margin=3.0,
)
"""A camera looks all the time, so that every piece has its own look; players say the rest."""
