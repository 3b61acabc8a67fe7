"""Who is told what is found of a fact that tells something of a hand. Rule 23."""

from __future__ import annotations

from companion.games.big_kini.rules.cards import HELD_ALREADY

TOLD_TO_BANK = frozenset({HELD_ALREADY})
"""What rests on the cards of several hands."""
TOLD_TO_ALL = frozenset(
    {
        *("game-over", "homes-first", "cubes-first", "blocked-first", "not-in-a-round"),
        *("only-counting", "election-goes-on", "cube-to-land", "cards-first", "not-your-turn"),
        *("no-token", "other-action", "second-unpaid", "no-cards", "no-such-bonus"),
        *("no-deal-now", "not-represented", "deal-with-oneself"),
    }
)
"""What rests on nothing that is hidden: when it was done, by which token, and with whom."""
