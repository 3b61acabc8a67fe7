"""The pictures of a photo's score, and its sheet."""

from __future__ import annotations

import base64
import hashlib
import html
import re

from flask import Blueprint, Response

from vision.picture.encoding import encoded
from web.host.roles import Role
from web.photo_score.desk import case_of
from web.photo_score.shown import board_picture, crop_picture
from web.score.sheet import sheet_html
from web.visits.visit import needs
from web.words.errors import RefusedError

photo_pictures = Blueprint("photo_pictures", __name__, url_prefix="/photo")


@photo_pictures.get("/<number>/unplaced.jpg")
@needs(*Role)
def unplaced(number: str) -> Response:
    """The photo in which the board was not found, made smaller."""
    lost = case_of(number).unplaced
    if lost is None:
        raise RefusedError(404, "not-lost", "No photo waits for its corners.")
    return _image(lost.picture)


@photo_pictures.get("/<number>/board.jpg")
@needs(*Role)
def picture(number: str) -> Response:
    """The board's part of the photo; what was recognised is drawn over it by the page."""
    case = case_of(number)
    if case.seen is None:
        raise RefusedError(404, "not-read", "This photo has not been read.")
    return _image(encoded(board_picture(case.board, case.seen).image))


@photo_pictures.get("/<number>/<any(final, empty):which>/<path:place>.jpg")
@needs(*Role)
def crop(number: str, which: str, place: str) -> Response:
    """One place, from right above, in one of the two photos."""
    case = case_of(number)
    board, seen = case.board, case.seen
    view = None if seen is None else seen.view_of(place) if which == "final" else seen.empty
    if view is None or place not in board.places:
        raise RefusedError(404, "not-read", "This photo has not been read.")
    return _image(crop_picture(board, view, place))


@photo_pictures.get("/<number>/sheet.html")
@needs(*Role)
def sheet(number: str) -> Response:
    """The score sheet, as ``companion score --sheet`` writes it: one file with all in it.

    Its questions lead back to the page, where that one names the words for a command.
    """
    report = case_of(number).report()
    if report is None:
        raise RefusedError(404, "not-read", "There is no score yet.")
    text = sheet_html(report, answered_at=f"/photo/{number}")
    made = Response(text, mimetype="text/html")
    made.headers["Content-Security-Policy"] = (
        f"default-src 'none'; img-src data:; style-src 'unsafe-hashes' {_style_hashes(text)}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    made.headers["Cache-Control"] = "no-store"
    return made


def _image(data: bytes) -> Response:
    """A picture that a browser may keep: pages name another with another address (``?v=``)."""
    made = Response(data, mimetype="image/jpeg")
    made.headers["Cache-Control"] = "private, max-age=600"
    return made


def _style_hashes(text: str) -> str:
    """What a browser may take for style in the sheet: just what stands in it, by its hash."""
    styles = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    styles += [html.unescape(each) for each in re.findall(r' style="([^"]*)"', text)]
    hashes = {base64.b64encode(hashlib.sha256(s.encode()).digest()).decode() for s in styles}
    return " ".join(f"'sha256-{each}'" for each in sorted(hashes))
