"""The Flask page of a table: ``create_app`` puts the page families together."""

from __future__ import annotations

import gzip

import segno
from flask import Flask, Response, request
from jinja2 import StrictUndefined
from markupsafe import Markup

from web.camera.page import camera_pages
from web.demo.page import demos
from web.demo.tour import may_tour, tour
from web.host.host import Host
from web.host.letters import LENGTH
from web.installing.page import installing
from web.looking_back.carry import carrying
from web.looking_back.deleting import deleting
from web.looking_back.evenings_page import evening_pages
from web.news.parts import send_changed
from web.own_tiles.areas import drawn_tiles
from web.own_tiles.box import own_box
from web.own_tiles.cards import own_cards
from web.own_tiles.cards_photo import card_photos
from web.own_tiles.page import own_tiles
from web.own_tiles.photo import tile_photos
from web.photo_score.page import photo_scores
from web.photo_score.pictures import photo_pictures
from web.rules.page import rules
from web.serving.kept_files import address, kept_files
from web.serving.logbook import Seldom, broke
from web.serving.openapi import openapi
from web.serving.security import secure
from web.standings.score_page import scores
from web.start.entrance import entrance
from web.start.start_page import start
from web.table.acts import acts, whole_words
from web.table.anywhere_page import anywhere
from web.table.bank_page import bank
from web.table.entry_page import entries
from web.table.live import live
from web.table.map_page import maps
from web.table.pages import pages
from web.table.panels import Drawings, act_of, form_of, picture_of, sign_drawn, token_drawn
from web.time_lapse.page import time_lapse
from web.tracing.page import tracings
from web.tracing.pieces import pieces
from web.visits.navigation import sets_help, this_page, ways
from web.visits.visit import EXTENSION, moved_file, visit
from web.visits.whose import whose
from web.words.errors import answer_errors
from web.words.language import LANGUAGES, NAMES, gettext, money, ngettext, said
from web.words.times import local_time

TRACING = (
    tracings,
    pieces,
    own_tiles,
    drawn_tiles,
    tile_photos,
    own_cards,
    card_photos,
    own_box,
)
SMALLEST_TO_SQUEEZE = 1400
SQUEEZED = ("text/html", "text/css", "text/javascript", "image/svg+xml", "application/json")


def create_app(host: Host) -> Flask:
    """Make the page of a host."""
    app = Flask(__name__, static_folder=None)
    app.extensions[EXTENSION] = host
    app.config["TRUSTED_HOSTS"] = list(host.address.hosts)
    secure(app)
    answer_errors(app, broke, Seldom().refused)
    _speak(app, host)
    played = (
        pages,
        bank,
        entries,
        scores,
        maps,
        live,
        acts,
        anywhere,
        evening_pages,
        demos,
        rules,
        carrying,
        deleting,
        time_lapse,
    )
    for family in (
        kept_files,
        entrance,
        installing,
        start,
        *played,
        photo_scores,
        photo_pictures,
        camera_pages,
        *TRACING,
        openapi,
    ):
        app.register_blueprint(family)
    app.after_request(_squeezed)
    app.after_request(send_changed)  # runs before it is squeezed: the last named is the first
    return app


def _speak(app: Flask, host: Host) -> None:
    """Templates say whole sentences in the visitor's language, and stop at a name they lack."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext, ngettext, newstyle=True
    )
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["files"] = address()
    app.jinja_env.filters["qr"] = _qr
    app.jinja_env.filters["said"] = said
    app.jinja_env.filters["local_time"] = local_time
    app.jinja_env.filters["money"] = money
    app.jinja_env.filters["sign_drawn"] = sign_drawn
    app.jinja_env.filters["token_drawn"] = token_drawn
    app.context_processor(
        lambda: {
            "visit": visit(),
            "ways": ways(),
            "sets_help": sets_help(),
            "this_page": this_page,
            "act_of": act_of,
            "whole_words": whole_words,
            "whose": whose,
            "form_of": form_of,
            "picture_of": picture_of,
            "drawings_of": Drawings,
            "languages": LANGUAGES,
            "names": NAMES,
            "demo": host.demo,
            "tour": tour(),
            "may_tour": may_tour(host),
            "moved_file": moved_file(),
            "letters_long": LENGTH,
        }
    )


def _qr(address: str) -> Markup:
    """Draw an address to scan; its colours are the page's."""
    code = segno.make(address, error="m", micro=False)
    return Markup(code.svg_inline(border=4, omitsize=True, dark="#10233f", light="#ffffff"))


def _squeezed(answer: Response) -> Response:
    """Send text small, where the browser takes it; a stream flows as it is. RFC 9110, 8.8.3."""
    if (
        answer.is_streamed
        or answer.mimetype not in SQUEEZED
        or "gzip" not in request.headers.get("Accept-Encoding", "")
        or answer.status_code != 200
    ):
        return answer
    answer.direct_passthrough = False
    body = answer.get_data()
    if len(body) >= SMALLEST_TO_SQUEEZE:
        answer.set_data(gzip.compress(body, 6))
        answer.headers["Content-Encoding"] = "gzip"
        etag, _ = answer.get_etag()
        if etag is not None:  # a strong one would be of other bytes
            answer.set_etag(etag, weak=True)
        answer.vary.add("Accept-Encoding")
    return answer
