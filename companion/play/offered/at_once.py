"""Several who act at once, as with first cubes and votes: what one does is no news to another."""

from __future__ import annotations

from companion.play.game import AnyGame
from companion.play.sight import AnyMoment
from companion.records.facts import Word
from companion.records.record import Entry, Fact, Happened
from companion.store.table import View


def leaves_alone(view: View[AnyMoment], game: AnyGame, meanwhile: Entry, wanted: Fact) -> bool:
    """Whether what somebody did meanwhile leaves what another wants to say as it was meant.

    Both could act, neither had to wait for the other, and the other still can.
    """
    moment = view.moment_of(meanwhile.seq)
    if not isinstance(meanwhile.act, Happened) or moment is None or moment.step is None:
        return False
    who, other = (_player(game, fact) for fact in (meanwhile.act.fact, wanted))
    could = game.awaited(moment.step.before)
    return who != other and {who, other} <= {*could} and other in game.awaited(moment.step.after)


def _player(game: AnyGame, fact: Fact) -> object:
    return game.about.held(fact, Word.PLAYER)
