"""What pages show of a table, as ``companion.play.page.face.Face`` asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.board_drawing.paint import paints
from companion.games.big_kini.judging.choices import awaited
from companion.games.big_kini.page.panels import panels
from companion.games.big_kini.page.words import Words
from companion.games.big_kini.state import shown
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.goods import GOODS
from companion.play import sight as any_sight
from companion.play.page.face import (
    Anywhere,
    Panel,
    Piece,
    Purse,
    Section,
    Shape,
    Sign,
    Stock,
    Turn,
)
from companion.position import Position

Sight = any_sight.Sight[State, e.Event]


class BigKiniFace:
    """Purses, goods, and what may be done."""

    def turn(self, sight: Sight) -> Turn:
        """Round, and who is awaited."""
        state, words = sight.state, words_of(sight)
        stands = (words.say("turn:round", round=state.round),)
        names = words.listed(awaited(state))
        duties = (words.say(f"turn:{state.phase.value}", names=names),)
        end = words.plain("turn:over") if state.over else None
        return Turn(stands, () if state.over else duties, end, f"phase:{state.phase.value}")

    def purses(self, sight: Sight) -> tuple[Purse, ...]:
        """Each with his cubes and tokens; money and goods where they may be told. Rule 23."""
        return tuple(_purse(sight, name) for name in sight.state.players)

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """The goods left beside the table."""
        words = words_of(sight)
        return (Section("goods", words.plain("page:goods-left"), tuple(_goods(sight))),)

    def panels(self, sight: Sight) -> tuple[Panel, ...]:
        """What each player may do now."""
        return panels(sight)

    def anywhere(self, sight: Sight) -> Mapping[str, Anywhere]:
        """A token on any space of the action board; a new cube on any place of an atoll."""
        words, player = words_of(sight), _acts(sight.state)
        token = Piece(words.plain("any:token"), {"do": "token", "player": player})
        cube = Piece(words.plain("any:proliferate"), {"do": "proliferate", "player": player})
        kinds = ("colony", "administrator", "minister", "baron")
        on_atolls = {
            kind: Anywhere("place", words.named("spot-kind", kind), (cube,)) for kind in kinds
        }
        return {"action": Anywhere("space", words.plain("page:token"), (token,)), **on_atolls}

    def beside(self, sight: Sight, player: str) -> Iterable[e.Event]:
        """The end of an action, and what is said in an election."""
        del sight
        return (e.TurnEnded(player), e.Abstained(player), e.KeptBack(player), e.NoCard(player))

    def position(self, state: State) -> Position:
        """Atolls, cubes, goods, tokens and the round marker."""
        return shown.position(state)

    def standing(self, state: State) -> tuple[tuple[str, str], ...]:
        """Nothing stands beside a place."""
        del state
        return ()


def words_of(sight: Sight) -> Words:
    """The game's own words."""
    assert isinstance(sight.words, Words)
    return sight.words


def _acts(state: State) -> str:
    return next(iter(awaited(state)), state.at_turn)


def _purse(sight: Sight, name: str) -> Purse:
    state, words = sight.state, words_of(sight)
    colour, hand, sees = state.game.colours[name], state.hand(name), sight.sees(name)
    sign = Sign(colour, paints(state.game.board)[colour].letter, Shape.STICK)
    has = [words.say("page:discovered", count=hand.discovered)]
    kinds = hand.goods.items() if sees else ()
    has += [
        words.say("page:held", count=count, goods=words.piece(kind, "")) for kind, count in kinds
    ]
    return Purse(
        name,
        colour,
        words.piece(colour, ""),
        sign,
        state.money(name) if sees else None,
        name in awaited(state),
        (words.say("page:supply", count=state.supply_of(name)),),
        tuple(has),
    )


def _goods(sight: Sight) -> Iterator[Stock]:
    """Of each kind how many tiles lie beside the table, as far as all can count. Rule 6.

    What is in the players' hands is theirs: only what all see is counted here.
    """
    state, words = sight.state, words_of(sight)
    for kind in GOODS:
        sign = Sign(kind, paints(state.game.board)[kind].letter, Shape.DISC)
        yield Stock(sign, words.piece(kind, ""), state.supply[kind], what=f"piece:{kind}")
