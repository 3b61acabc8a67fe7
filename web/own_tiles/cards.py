"""Own cards and tokens: what is printed on each is tapped, a sign more or fewer, one point more.

Where what a card does takes a sentence, its owner chooses that (``card_forms``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from calibration.own_tiles.card_rows import FEWEST
from calibration.own_tiles.cards import (
    with_card,
    with_card_like,
    with_sign,
    without_card,
    without_sign,
)
from calibration.own_tiles.shelf import OwnTiles
from companion.boards.tiles_board import TilesBoard
from companion.cards.card import LARGEST_NUMBER, MOST_SIGNS, Card, by_id
from companion.cards.card_form import CardForm
from companion.drawing.signs import is_known
from companion.games import game_called, game_on
from companion.play.page.face import Token
from web.host.roles import Role
from web.own_tiles.card_forms import as_typed, card_of, open_card
from web.own_tiles.page import CARDS, own_of, shelf
from web.visits.visit import needs, visit
from web.words.errors import RefusedError, told_on
from web.words.language import fault_sentence

SAID_OF_CARDS = (CARDS, f"{CARDS}:what", "card-number", "card-count")
"""What a game says of its cards, where their owner chooses sentences."""
own_cards = Blueprint("own_cards", __name__, url_prefix="/tiles")


@dataclass(frozen=True, slots=True)
class ShownSign:
    """A sign of a card: its id, its words, how often it is printed."""

    id: str
    said: str
    count: int


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card: its words, its number, every sign that it may have, and whether it was changed.

    ``tokens`` are its signs, drawn, where there is a drawing of each; ``photographed`` whether it
    was cut out of a photo.
    """

    id: str
    said: str
    number: int
    signs: tuple[ShownSign, ...]
    changed: bool
    tokens: tuple[Token, ...] = ()
    photographed: bool = False


@own_cards.get("/<number>/cards")
@needs(Role.HOST)
def cards(number: str) -> str:
    """Every card with its signs, and what may be put right on one of them."""
    return _page(with_cards(own_of(number)), request.args.get("open", ""))


@own_cards.post("/<number>/cards/<card>")
@needs(Role.HOST)
def write(number: str, card: str) -> BaseResponse:
    """Take one tap: a sign more or fewer, another number, one more card, or none."""
    own = with_cards(own_of(number))
    known = own.board.cards.get(card)
    if known is None:
        raise RefusedError(404, "no-such-card", "There is no such card.")
    with told_on(lambda error: _page(own, card, fault_sentence(error))):
        make = _wish(known, game_on(own.board).about.card_form)
        changed = shelf().change_board(own.id, lambda now: make(_filled(now)))
    shown = _shown_next(card, own.board, changed.board)
    return redirect(f"/tiles/{own.id}/cards?open={shown}#card-{shown}", 303)


def _shown_next(card: str, before: TilesBoard, after: TilesBoard) -> str:
    """The card to go on with: the one asked for, one that is new, or what stands there now."""
    if (following := request.form.get("next", "")) in after.cards:
        return following
    if "another" in request.form:
        return [*after.cards][-1]
    if card in after.cards:
        return card
    later = [*before.cards][[*before.cards].index(card) :]
    return next((each for each in later if each in after.cards), "")


def _wish(card: Card, sentences: CardForm | None) -> Callable[[TilesBoard], TilesBoard]:
    form = request.form
    if "none" in form:
        return lambda now: without_card(now, card.id)
    if sentences is not None:
        told = card_of(card.id, sentences, form)
        more = "another" in form
        return lambda now: (
            with_card_like(with_card(now, told), card.id) if more else with_card(now, told)
        )
    if "another" in form:
        return lambda now: with_card_like(now, card.id)
    changed = card
    if "more" in form and len(card.signs) < MOST_SIGNS:
        changed = with_sign(card, form["more"])
    elif "fewer" in form:
        changed = without_sign(card, form["fewer"])
    elif (number := form.get("number", type=int)) is not None:
        changed = replace(card, number=min(max(number, 0), LARGEST_NUMBER))
    return lambda now: with_card(now, changed)


def _filled(board: TilesBoard) -> TilesBoard:
    """The board with the cards that come with its game, where it has none of its own."""
    usual = game_called(board.game).about.cards
    return board if board.cards else replace(board, cards=by_id(usual))


def with_cards(own: OwnTiles) -> OwnTiles:
    """Own tiles with their cards; refused where the game has none."""
    board = _filled(own.board)
    if not board.cards:
        raise RefusedError(404, "no-such-card", "There is no such card.")
    return replace(own, board=board)


def shown_cards(own: OwnTiles) -> list[ShownCard]:
    """Every card of a board that has some, as pages show it."""
    game = game_on(own.board)
    words, usual = game.words(visit().language, own.board), by_id(game.about.cards)
    signs = dict.fromkeys(sign for card in game.about.cards for sign in card.signs)
    photographed = shelf().cards_photo(own.id).cut
    shown = []
    for card in own.board.cards.values():
        there = Counter(card.signs)
        every = tuple(ShownSign(each, words.named("sign", each), there[each]) for each in signs)
        changed = usual.get(card.id) != card
        called = words.place(card.id)
        tokens, cut = _tokens(there), card.id in photographed
        shown.append(ShownCard(card.id, called, card.number, every, changed, tokens, cut))
    return shown


def _page(own: OwnTiles, opened: str, fault: str | None = None) -> str:
    about, cards = game_on(own.board).about, shown_cards(own)
    page: dict[str, object] = {
        "own": own,
        "cards": cards,
        "usual": len(about.cards),
        "has_photo": len(cards) >= FEWEST,
        "opened": opened,
        "fault": fault,
    }
    if about.card_form is None:
        return render_template("own_tiles/cards.html", **page)
    words, card = game_on(own.board).words(visit().language, own.board), own.board.cards.get(opened)
    form = open_card(own.board, card, about.card_form, words) if card else None
    if form and fault:
        form = as_typed(form, request.form)
    said_of = {each: words.plain(f"page:{each}") for each in SAID_OF_CARDS}
    return render_template("own_tiles/told_cards.html", **page, form=form, said=said_of)


def _tokens(signs: Mapping[str, int]) -> tuple[Token, ...]:
    drawn = all(is_known(sign) or len(sign) == 1 for sign in signs)
    return tuple(Token(sign, count) for sign, count in signs.items()) if drawn else ()
