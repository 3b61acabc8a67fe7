"""The photo of own cards on the page: laid in rows as they are listed, each cut out of it."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from calibration.own_tiles.card_rows import cards_cut, corner_cards, rows_of
from calibration.own_tiles.shelf import OwnTiles
from web.host.roles import Role
from web.own_tiles.cards import shown_cards, with_cards
from web.own_tiles.handing_in import hand_in, handed_in, jpeg, refused
from web.own_tiles.page import called_cards, own_of, shelf
from web.photo_score.corners import handles, parse_corners
from web.tracing.desk import desk
from web.visits.visit import host, needs
from web.words.errors import told_on
from web.words.language import fault_sentence, gettext

card_photos = Blueprint("card_photos", __name__, url_prefix="/tiles")


@card_photos.get("/<number>/cards/photo")
@needs(Role.HOST)
def photo(number: str) -> str:
    """How to lay the cards, the photo as it was handed in, and four of them to mark."""
    return _page(_photographed(number))


@card_photos.post("/<number>/cards/photo")
@needs(Role.HOST)
def take(number: str) -> BaseResponse:
    """Take a photo; the one before is forgotten."""
    own = _photographed(number)
    with told_on(lambda error: _page(own, fault_sentence(error))):
        hand_in(shelf().cards_photo(own.id))
    return redirect(f"/tiles/{own.id}/cards/photo#corners", 303)


@card_photos.post("/<number>/cards/photo/corners")
@needs(Role.HOST)
def mark(number: str) -> BaseResponse:
    """Take the middles of four cards; each card stands beside what is told of it from now on."""
    own, corners = _photographed(number), parse_corners(request.form)
    data = handed_in(shelf().cards_photo(own.id))
    if corners is None:
        turns = gettext("Put the corners in turn: they have to go round the cards.")
        return refused(_page(own, turns))
    with told_on(lambda error: _page(own, fault_sentence(error))):
        cut = desk().looked(cards_cut, data, tuple(own.board.cards), corners)
        shelf().cards_photo(own.id).keep_cut(cut)
    return redirect(f"/tiles/{own.id}/cards", 303)


@card_photos.get("/<number>/cards/photo.jpg")
@needs(Role.HOST)
def picture(number: str) -> Response:
    """The photo, made smaller."""
    return jpeg(shelf().cards_photo(_photographed(number).id).picture("shown"))


@card_photos.get("/<number>/cards/<card>.jpg")
@needs(Role.HOST)
def piece(number: str, card: str) -> Response:
    """A card as the photo shows it, from straight above."""
    own = with_cards(own_of(number))
    return jpeg(shelf().cards_photo(own.id).piece(card) if card in own.board.cards else None)


def _photographed(number: str) -> OwnTiles:
    """Own cards. Raises InputError where there are fewer than a photo wants."""
    own = with_cards(own_of(number))
    corner_cards(tuple(own.board.cards))
    return own


def _page(own: OwnTiles, fault: str | None = None) -> str:
    shown = {each.id: each for each in shown_cards(own)}
    order = {id_: nth for nth, id_ in enumerate(shown, 1)}
    number = gettext("number %(num)d")
    return render_template(
        "own_tiles/cards_photo.html",
        own=own,
        told=called_cards(own),
        rows=[[(order[id_], shown[id_]) for id_ in row] for row in rows_of([*shown])],
        taken=shelf().cards_photo(own.id).is_there,
        handles=handles(names=[number % {"num": order[id_]} for id_ in corner_cards([*shown])]),
        by_camera=host().mount.camera is not None,
        fault=fault,
    )
