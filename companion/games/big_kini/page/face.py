"""What pages show of a table, as ``companion.play.page.face.Face`` asks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

from companion.board_drawing.paint import paints
from companion.games.big_kini.course.score import score
from companion.games.big_kini.course.setup import in_the_box
from companion.games.big_kini.course.spaces import left_out
from companion.games.big_kini.judging.choices import awaited
from companion.games.big_kini.page.explained import ELECTION
from companion.games.big_kini.page.panels import panels
from companion.games.big_kini.page.turn_words import duties, stands
from companion.games.big_kini.page.words import Words
from companion.games.big_kini.state import shown
from companion.games.big_kini.state.atolls import COLONY, FACTORY, POSTS, STORE
from companion.games.big_kini.state.state import TOKENS, State
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.goods import GOODS
from companion.play import sight as any_sight
from companion.play.page.face import (
    Anywhere,
    Badge,
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
DONE_AT: Mapping[str, str] = MappingProxyType(
    {**dict.fromkeys((COLONY, *POSTS), "proliferate"), FACTORY: "income", STORE: "take"}
)
"""What may have been done at each kind of place on an atoll, whether it is offered or not."""
FEW = 2
"""From so few goods tiles of a kind on, it is said that few are left."""


class BigKiniFace:
    """Purses, goods, and what may be done."""

    def turn(self, sight: Sight) -> Turn:
        """Round, first player, election, and what is awaited."""
        state, words = sight.state, sight.own_words(Words)
        told = duties(state, words, sight.viewer)
        if sight.goes_on:
            told = (words.say("turn:goes-on", player=state.at_turn),)
        end = " ".join(ended(state, words)) if state.over else None
        part = ELECTION if state.election else state.phase.value
        return Turn(stands(state, words), told, end, "" if state.over else f"phase:{part}")

    def purses(self, sight: Sight) -> tuple[Purse, ...]:
        """Each with his cubes and tokens; money and goods where they may be told. Rule 23."""
        return tuple(_purse(sight, name) for name in sight.state.players)

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Goods left, as far as all can count them, and the tokens to place. Rules 6, 23, 25."""
        words = sight.own_words(Words)
        code = "page:goods-left" if _can_count(sight) else "page:goods-lying"
        goods = Section("goods", words.plain(code), tuple(_goods(sight)))
        tokens = Section("tokens", words.plain("page:tokens-left"), tuple(_tokens(sight)))
        return (goods, tokens)

    def panels(self, sight: Sight) -> tuple[Panel, ...]:
        """What each player may do now."""
        return panels(sight)

    def anywhere(self, sight: Sight) -> Mapping[str, Anywhere]:
        """A token on any space of the action board; on an atoll a new cube, income, goods."""
        words, player = sight.own_words(Words), _acts(sight.state)
        token = Piece(words.plain("any:token"), {"do": "token", "player": player})
        on_atolls = {
            kind: Anywhere(
                "place",
                words.named("spot-kind", kind),
                (Piece(words.plain(f"any:{do}"), {"do": do, "player": player}),),
                words.plain(f"unlit:{do}") if words.has(f"unlit:{do}") else "",
            )
            for kind, do in DONE_AT.items()
        }
        return {"action": Anywhere("space", words.plain("page:token"), (token,)), **on_atolls}

    def beside(self, sight: Sight, player: str) -> Iterable[e.Event]:
        """The end of an action, and what is said in an election."""
        del sight
        return (e.TurnEnded(player), e.Abstained(player), e.KeptBack(player), e.NoCard(player))

    def position(self, state: State) -> Position:
        """Atolls, cubes, goods, tokens and the round marker; what nobody plays with, and where."""
        game = state.game
        return replace(shown.position(state), in_box=in_the_box(game), unused=left_out(game))

    def standing(self, state: State) -> tuple[tuple[str, str], ...]:
        """Nothing stands beside a place."""
        del state
        return ()


def ended(state: State, words: Words) -> Iterator[str]:
    """When it was over; and where points alone do not tell who comes first, what does. Rule 78."""
    yield words.say("turn:over", round=state.round)
    reached = score(state)
    if reached.aim is not None:
        yield words.say("turn:aim", aim=reached.aim)
    in_order = pairwise(reached.standings)
    if any(one.total == other.total and one.rank < other.rank for one, other in in_order):
        yield words.plain("turn:tie-broken")


def _acts(state: State) -> str:
    return next(iter(awaited(state)), state.at_turn)


def _purse(sight: Sight, name: str) -> Purse:
    """A player: his money, goods and cards are told to who may be told them. Rule 23."""
    state, words = sight.state, sight.own_words(Words)
    colour, sees = state.game.colours[name], sight.sees(name)
    begins = name == state.first_player
    return Purse(
        name,
        colour,
        words.piece(colour, ""),
        Sign(colour, paints(state.game.board)[colour].letter, Shape.STICK),
        state.money(name) if sees else None,
        at_turn=name in awaited(state),
        holds=(words.say("page:supply", count=state.supply_of(name)),),
        has=tuple(_has(sight, name)),
        badge=Badge("\N{BLACK STAR}", words.plain("page:first")) if begins else None,
    )


def _has(sight: Sight, name: str) -> Iterator[str]:
    """What lies before a player: as numbers for all, and what it is for himself."""
    state, words, hand = sight.state, sight.own_words(Words), sight.state.hand(name)
    if hand.discovered:
        yield words.say("page:discovered", count=hand.discovered)
    if not sight.sees(name):
        yield words.say("page:goods-held", count=hand.tiles)
    for kind, count in hand.goods.items() if sight.sees(name) else ():
        yield words.say("page:held", count=count, goods=words.piece(kind, ""))
    if state.game.rulings.cards:
        yield words.say("page:cards-held", count=len(hand.cards))
    yield from map(words.card, hand.cards if sight.sees(name) else ())


def _tokens(sight: Sight) -> Iterator[Stock]:
    """Of each player the tokens still to be placed, and where the others lie.

    On a phone a space of the chart is smaller than its print.
    """
    state, words = sight.state, sight.own_words(Words)
    for name, colour in state.game.colours.items():
        lie = [space for space, whose in state.tokens.items() if whose == name]
        sign = Sign(colour, paints(state.game.board)[colour].letter, Shape.STICK)
        note = " \N{MIDDLE DOT} ".join(map(words.place, lie))
        yield Stock(sign, name, max(TOKENS - len(lie), 0), note, what="deed:token")


def _can_count(sight: Sight) -> bool:
    """Whether who looks knows how many tiles are left; cards let others take some unseen."""
    return sight.sees_all or not sight.state.game.rulings.cards


def _goods(sight: Sight) -> Iterator[Stock]:
    """Of each kind what is left beside the table, or where that can't be known, on the islands."""
    state, words = sight.state, sight.own_words(Words)
    counted = _can_count(sight)
    lying = Counter(state.goods.values())
    for kind in GOODS:
        sign = Sign(kind, paints(state.game.board)[kind].letter, Shape.DISC, drawn=kind)
        left = state.supply[kind] if counted else lying[kind]
        name = words.piece(kind, "")
        yield Stock(
            sign,
            name,
            left,
            few=counted and 0 < left <= FEW,
            shut=counted and not left,
            what=f"piece:{kind}",
        )
