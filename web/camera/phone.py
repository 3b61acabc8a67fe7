"""A phone as the camera: its pictures come by this page, and nothing need be installed.

Only who keeps the bank may send them, so they are decoded here: a picture that is to be seen at
once can't wait for a process of its own.
"""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from calibration.reference import find_reference
from calibration.setup import Setup
from companion.board import Board
from vision.camera import Mailbox
from vision.photo import decode_photo
from vision.watch import LIVE, PHOTOS, WatchSettings
from web.apart import Failed, apart
from web.camera.source import know_empty_board, watch_with
from web.errors import RefusedError, wants_json
from web.host import Host
from web.roles import Role
from web.tracing.desk import handed_in, pictures
from web.visit import host, needs

phone_camera = Blueprint("phone_camera", __name__)
LONGEST_S = 60.0
PHOTO = "the photo"


@phone_camera.post("/empty")
@needs(Role.HOST, Role.BANKER)
def take_empty_board() -> BaseResponse:
    """Take the photo of the empty board, against which all others are read."""
    [data] = pictures()
    found = apart(find_empty_board, data, host().new_board, longest_s=LONGEST_S)
    if isinstance(found, Failed):
        raise RefusedError(422, "unusable", "This photo could not be read; send another.")
    know_empty_board(host(), found)
    return _back()


@phone_camera.post("/picture")
@needs(Role.HOST, Role.BANKER)
def take_picture() -> BaseResponse:
    """Take a picture of the table: one that was tapped, or one of many (``live``)."""
    data = handed_in("photo")
    mailbox_of(host(), LIVE if request.form.get("live") else PHOTOS).put(data, PHOTO)
    return _back()


def find_empty_board(data: bytes, board: Board) -> Setup:
    """Find the board in the photo of the empty one; raises InputError where it is not there."""
    return Setup(find_reference(decode_photo(data, PHOTO), board))


def takes_pictures(served: Host) -> bool:
    """Whether a phone may be the camera: no other one watches, and the pieces can be read."""
    watch = served.watch
    free = served.camera is None and (watch is None or isinstance(watch.camera, Mailbox))
    return free and served.board is served.new_board


def mailbox_of(served: Host, settings: WatchSettings) -> Mailbox:
    """The mailbox that is watched; it is made with the first picture, and for each way to send."""
    watch, setup = served.watch, served.setup
    if watch is not None and not isinstance(watch.camera, Mailbox):
        raise RefusedError(409, "camera-there", "Another camera watches this table.")
    if setup is None:
        raise RefusedError(409, "no-empty-board", "A photo of the empty board is needed first.")
    if watch is not None and isinstance(watch.camera, Mailbox) and watch.settings == settings:
        return watch.camera
    mailbox = Mailbox()
    watch_with(served, mailbox, setup, settings)
    if watch is not None:
        watch.close()
    return mailbox


def _back() -> BaseResponse:
    return Response(status=204) if wants_json() else redirect("/camera", 303)
