"""What pages show of a table, as ``companion.play.page.face.Face`` asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from companion.board_drawing.paint import paints
from companion.games.long_cours.judging.choices import Choice, awaited
from companion.games.long_cours.page.panels import panels
from companion.games.long_cours.page.turn_words import duties, ended, stands
from companion.games.long_cours.page.words import PRODUCT, SHIP, Words
from companion.games.long_cours.state.goods import BOX
from companion.games.long_cours.state.lying import piles, ships
from companion.games.long_cours.state.state import CORSAIR, Captain, State
from companion.games.long_cours.terms import events as e
from companion.games.long_cours.terms.cards import FIGHTS
from companion.play import sight as any_sight
from companion.play.page.face import (
    Anywhere,
    Ask,
    Badge,
    Offer,
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
from companion.reading import EMPTY

Sight = any_sight.Sight[State, e.Event]
FEW = 50
"""From so many millions of a product in the box on, it is said that few are left."""
ANY_SUM = range(1, 10_000)
"""More than anybody ever has."""


class LongCoursFace:
    """Purses, goods, cards played, and what may be done."""

    def turn(self, sight: Sight) -> Turn:
        """Round, turn, and what is awaited."""
        state, words = sight.state, sight.own_words(Words)
        offered = cast("tuple[Choice, ...]", tuple(sight.choices))
        told = duties(state, words, sight.viewer, offered)
        if sight.goes_on:
            told = (words.say("turn:goes-on", player=state.at_turn.name),)
        end = ended(state, words) if state.over else None
        return Turn(stands(state, words), told, end, what=f"phase:{_phase(state)}")

    def purses(self, sight: Sight) -> tuple[Purse, ...]:
        """Each with his ship, his cash, his cards as a number, and his cargo. Rule 58."""
        return tuple(_purse(sight, captain) for captain in sight.state.captains)

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """The goods left in the box, what lies stranded, and the cards that have been played."""
        words = sight.words
        sections = [Section("goods", words.plain("page:goods-left"), tuple(_goods(sight)))]
        if stranded := tuple(_stranded(sight)):
            sections.append(Section("stranded", words.plain("page:stranded"), stranded))
        return (*sections, _cards(sight))

    def panels(self, sight: Sight) -> tuple[Panel, ...]:
        """What each player may do now."""
        return panels(sight)

    def anywhere(self, sight: Sight) -> Mapping[str, Anywhere]:
        """On any stop the ship of whoever acts, or the corsair."""
        words, player = sight.words, _acts(sight.state)
        pieces = [
            Piece(words.plain("any:move"), {"do": "move", "player": player}),
            Piece(words.plain("any:direct"), {"do": "direct", "player": player}),
            Piece(words.plain("any:corsair"), {"do": "corsair", "player": player}, CORSAIR),
        ]
        if sight.state.round == 1:
            pieces = [Piece(words.plain("any:place"), {"do": "place", "player": player})]
        return {"stop": Anywhere("stop", words.plain("page:stops"), tuple(pieces))}

    def beside(self, sight: Sight, player: str) -> Iterable[e.Event | Offer]:
        """Purchases, throws, storms, fights and auctions, whoever's turn it is; the turn's end."""
        state = sight.state
        yield _bought(sight, player)
        yield from (e.Resold(player, die) for die in range(1, 7))
        yield from (e.Storm(player, zone) for zone in state.game.board.zones)
        yield from _fought(sight, player)
        yield e.GaveUp(player)
        yield e.AuctionAsked(player)
        yield _bid(sight, player)
        yield e.NoBid(player)
        yield e.TurnEnded(player)

    def position(self, state: State) -> Position:
        """The goods that lie stranded, and the ships that are played with."""
        goods = {stop: what for stop, what in piles(state).items() if what != EMPTY}
        return Position(goods, pieces=ships(state))

    def standing(self, state: State) -> tuple[tuple[str, str], ...]:
        """Where the ships lie, the corsair last."""
        return tuple((ship, at) for ship, at in ships(state).items() if at != EMPTY)


def _bought(sight: Sight, player: str) -> Offer:
    """A purchase that nobody wrote down: of any product, that of his port first, for any sum."""
    words, board = sight.own_words(Words), sight.state.game.board
    at = sight.state.captain(player).at
    sold = board.stops[at].product if at else None
    products = sorted((each.name for each in board.products), key=lambda name: name != sold)
    named = tuple((name, words.named(PRODUCT, name)) for name in products)
    unit = words.plain("cash:unit-of-sum")
    return Offer(
        words.plain("choice:bought"),
        {"do": "buy", "player": player},
        ask=Ask("product", words.plain("ask:product"), choices=named),
        besides=(Ask("millions", words.plain("ask:millions"), ANY_SUM, unit),),
    )


def _fought(sight: Sight, player: str) -> Iterator[Offer]:
    """A blow at any other player, and an answer, with any card of this game."""
    words = sight.own_words(Words)
    cards = tuple((card, words.param("card", card)) for card in sight.state.game.cards.fights)
    which = Ask("card", words.plain("ask:card"), choices=cards)
    others = tuple((name, name) for name in sight.state.players if name != player)
    whom = Ask("opponent", words.plain("ask:opponent"), choices=others)
    begun, answered = ({"do": do, "player": player} for do in ("fight", "answer"))
    yield Offer(words.plain("choice:fought"), begun, ask=whom, besides=(which,))
    yield Offer(words.plain("choice:answer"), answered, ask=which)


def _bid(sight: Sight, player: str) -> Offer:
    """Any bid."""
    words = sight.own_words(Words)
    ask = Ask("millions", words.plain("ask:bid"), ANY_SUM, words.plain("cash:unit-of-sum"))
    return Offer(words.plain("choice:bid"), {"do": "bid", "player": player}, ask=ask)


def _acts(state: State) -> str:
    return next(iter(awaited(state)), state.at_turn.name)


def _phase(state: State) -> str:
    return "fight" if state.fight else "auction" if state.auction else state.phase.value


def _purse(sight: Sight, captain: Captain) -> Purse:
    state, words = sight.state, sight.own_words(Words)
    ship = state.game.ships[captain.name]
    sign = Sign(ship, paints(state.game.board)[ship].letter, Shape.DISC)
    owns = state.corsair.owner == captain.name
    badge = (
        Badge("\N{SKULL AND CROSSBONES}", words.plain("page:owns-corsair"), "corsair")
        if owns
        else None
    )
    return Purse(
        captain.name,
        ship,
        words.named(SHIP, ship),
        sign,
        state.cash(captain.name),
        at_turn=captain.name in awaited(state),
        holds=tuple(_left(state, words, captain)),
        has=tuple(_loaded(state, words, captain)),
        badge=badge,
    )


def _left(state: State, words: Words, captain: Captain) -> Iterator[str]:
    """What is left to a player: his cards, and where his ship is, if it is not on the board."""
    if captain.sunk_by is not None:
        yield words.say("page:sunk", by=captain.sunk_by)
        return
    code = "page:cards:one" if captain.cards == 1 else "page:cards"
    yield words.say(code, number=captain.cards)
    if captain.at is not None:
        yield words.place(captain.at)
    elif state.round > 1:
        yield words.plain("page:wrecked")


def _loaded(state: State, words: Words, captain: Captain) -> Iterator[str]:
    cargo = state.goods.cargo(captain.name)
    if cargo:
        yield words.say("page:cargo", cargo=words.cargo(cargo))
    owed = sum(state.goods.owed(captain.name, product) for product in cargo)
    if owed:
        yield words.say("page:owed", amount=words.money(owed))


def product_sign(sight: Sight, product: str) -> Sign:
    """A product's ticket."""
    return Sign(product, paints(sight.state.game.board)[product].letter)


def _goods(sight: Sight) -> Iterator[Stock]:
    """Of each product what is left in the box, by tickets. Rule 4."""
    words, goods = sight.own_words(Words), sight.state.goods
    for product in sight.state.game.board.products:
        left = goods.held(BOX, product.name)
        yield Stock(
            product_sign(sight, product.name),
            (name := words.named(PRODUCT, product.name)),
            left.worth,
            words.say("page:tickets", product=name, tickets=words.tickets(left)),
            few=0 < left.worth <= FEW,
            shut=not left.worth,
            what=f"piece:{product.name}",
        )


def _stranded(sight: Sight) -> Iterator[Stock]:
    """What lies at each stranding place, for the first ship that comes. Rules 42 and 44."""
    state, words = sight.state, sight.own_words(Words)
    for stop in state.game.board.stranding_places.values():
        cargo = state.goods.cargo(stop.id)
        if cargo:
            first = next(iter(cargo))
            name = words.place(stop.id)
            note = words.say("page:stranded-at", stop=name, cargo=words.cargo(cargo))
            value = state.goods.value(stop.id)
            yield Stock(product_sign(sight, first), name, value, note, what=f"place:{stop.id}")


def _cards(sight: Sight) -> Section:
    """How many cards of each sort were not played, as far as all can count.

    Those of who was sunk left the game, and nobody told which they were: how many heads them.
    Rule 72.
    """
    state, words = sight.state, sight.own_words(Words)
    left = _not_played(state)
    in_hands = sum(captain.cards for captain in state.captains if captain.plays)
    sunk = any(not captain.plays for captain in state.captains)
    gone = max(sum(left.values()) - in_hands, 0) if sunk else 0
    heading = words.say("page:cards-left:sunk" if gone else "page:cards-left", count=gone)
    return Section("cards", heading, tuple(_sort(words, *each) for each in left.items()))


def _not_played(state: State) -> dict[str, int]:
    dealt, played = state.game.cards, state.played
    fights = [card for card in FIGHTS if card in dealt.fights and card not in played.fights]
    return {
        "storm": max(dealt.storms - played.storms, 0),
        "direct": max(dealt.directs - played.directs, 0),
        "fight": len(fights),
    }


def _sort(words: Words, kind: str, left: int) -> Stock:
    said = words.named("cards", kind)
    return Stock(Sign(kind, said[:1].upper()), said, left, said, what=f"card:{kind}")
