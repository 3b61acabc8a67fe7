"""What the toy game (``toy_game.py``) says."""

from __future__ import annotations

from gettext import NullTranslations

SENTENCES = {
    "too-far": "{player} sails further than one stop from {place}.",
    "no-ferry": "{where_} sees no ferry of this player: it was sunk.",
    "still-afloat": "This ferry still lies at {where}.",
    "all-stops": "{player} has called everywhere.",
    "repair:look": "Look at the ring again.",
    "role:ferry": "Ferry",
    "points:stops": "Stops",
    "rule:1": "A ferry sails to the next stop.",
    "sail": "{player} sails to {stop}.",
    "storm": "{player} lets a storm strike {stop}.",
    "return": "{player} comes back at {stop}.",
}


class Catalogue(NullTranslations):
    """The sentences above."""

    def gettext(self, message: str) -> str:
        """A sentence by its code."""
        return SENTENCES.get(message) or super().gettext(message)
