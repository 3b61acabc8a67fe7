"""What goes on in a turn: a token, the actions that follow from it, and the cards played on it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.big_kini.terms.actions import Action


@dataclass(frozen=True, slots=True)
class Doing:
    """An action that a player may do ``left`` times: the board's, or a card's. Rules 27 and 92.

    ``fresh``: the card's bonus is still to be used (rule 97). ``cell`` is where a second colonist
    may go, and nowhere else.
    """

    player: str
    action: Action
    left: int
    card: str = ""
    fresh: bool = False
    again: bool = False
    """Whether one more may be bought for 2. Rule 96."""
    cell: str = ""

    @property
    def is_over(self) -> bool:
        """Whether nothing more may be done."""
        return not (self.left or self.again)


@dataclass(frozen=True, slots=True)
class Landing:
    """A cube that has set out and not yet landed: whose, from where, to which cell."""

    player: str
    source: str
    cell: str


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn at hand; nothing in it before a token is placed.

    ``asked`` are those who have still to say whether they play a card, the next one first; ``laid``
    whose cards lie face down (rule 93). ``doings`` follow in the order of their numbers (rule 94).
    """

    space: str = ""
    asked: tuple[str, ...] = ()
    laid: tuple[str, ...] = ()
    doings: tuple[Doing, ...] = ()
    landing: Landing | None = None
    untold: bool = False
    """Whether a deed alone has shown its token, and nobody has told it."""

    def now(self, doing: Doing) -> Turn:
        """The same with another action at hand; without it where it is over."""
        return replace(self, doings=(*(() if doing.is_over else (doing,)), *self.doings[1:]))

    @property
    def waits_for_cards(self) -> bool:
        """Whether somebody has to say whether he plays a card, or to turn one up."""
        return bool(self.asked or self.laid)
