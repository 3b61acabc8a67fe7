"""A phone as the camera: its pictures come by this page, and nothing need be installed.

A browser lends its camera to pages of https alone, and of this machine; to others a file can be
handed that was just taken. So there are live pictures, one after another, and tapped ones.

They are decoded in a process that stays: a picture that is to be seen at once can't wait for one of
its own, and this one must not be able to stop the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from calibration.reference import is_found_alone
from calibration.setup import setup_in
from companion.errors import InputError
from companion.saying.phrase import Phrase
from vision.picture.arrays import Image
from vision.picture.camera import CameraState, Frame, Mailbox
from vision.picture.photo import check_photo, decode_to_read
from vision.picture.stalled_camera import Repeats
from vision.reader import needs_reference
from vision.watch import LIVE, ON_CALL
from web.host.host import Host
from web.host.roles import Role
from web.serving.handed_in import handed_in, pictures
from web.serving.limits import Phone, phone
from web.serving.sandbox import Failed, Helper, apart
from web.visits.visit import host, needs, visit
from web.watching.mount import is_by
from web.words.errors import RefusedError, wants_json

phone_camera = Blueprint("phone_camera", __name__)
LONGEST_S = 60.0
SILENT_S = 5.0
"""A phone that has sent no live picture for so long is lost, and another may take its place."""
PHOTO = Phrase("the-photo")
BY_CORNERS = ("too-few-spaces", "board-not-in-photo", "board-unsure-in-photo")
"""Faults for which a command line offers to give the board's corners; this page can't."""
PORT = re.compile(r":\d+$")
_decoder = Helper()


class LivePhone(Mailbox):
    """A phone that sends one picture after another; when it falls silent, the camera is lost.

    When it sends the same one again and again, its camera sleeps.
    """

    def __init__(self, sender: Phone, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(clock=clock, decode=decoded_apart)
        self.sender = sender
        self._heard_s = clock()
        self._repeats = Repeats()

    @property
    def silent(self) -> bool:
        """Whether nothing was heard of it for a while."""
        return self._clock() - self._heard_s > SILENT_S

    @property
    def state(self) -> CameraState:
        """Lost where it should be live, and is silent."""
        state = super().state
        if state is not CameraState.LIVE:
            return state
        if self.silent:
            return CameraState.LOST
        return CameraState.FROZEN if self._repeats.frozen(self._heard_s) else state

    def put(self, data: bytes, name: Phrase | str = "phone") -> Frame:
        """Take in its newest picture."""
        frame = super().put(data, name)
        if frame.photo is not None:
            self._repeats.see(frame.photo, frame.at_s)
        self._heard_s = frame.at_s
        return frame


@phone_camera.post("/empty")
@needs(Role.HOST, Role.BANKER)
def take_empty_board() -> BaseResponse:
    """Take the photo of the empty board, against which all others are read."""
    board = host().board
    if not is_found_alone(board):
        raise RefusedError(
            422,
            "tiles-to-be-marked",
            "Where the tiles lie has to be marked in the photo of them: hand it in at your own "
            "tiles, and play on those.",
        )
    [data] = pictures()
    check_photo(data, PHOTO)
    try:
        found = apart(setup_in, data, PHOTO, board, longest_s=LONGEST_S)
    except InputError as error:
        if error.fault.code not in BY_CORNERS:
            raise
        raise RefusedError(
            422,
            "board-not-found",
            "The board is not found in this photo. Take it from above, empty, all of it and sharp.",
        ) from None
    if isinstance(found, Failed):
        raise _unreadable()
    host().mount.know(board, found)
    return _back()


@phone_camera.post("/picture")
@needs(Role.HOST, Role.BANKER)
def take_picture() -> BaseResponse:
    """Take a picture of the table: one that was tapped, or one of many (``live``)."""
    data = handed_in("photo")
    mailbox_of(host(), phone(), live=bool(request.form.get("live"))).put(data, PHOTO)
    return _back()


@phone_camera.get("/https")
@needs(Role.HOST, Role.BANKER)
def go_over() -> BaseResponse:
    """Go on over https, by the same name and with the same code."""
    door = visit().door
    path = f"/join/{door.token if door else ''}?to=camera"
    url = host().address.secure_url(path, PORT.sub("", request.host))
    if url is None:
        raise RefusedError(404, "no-https", "There is no https here; start with --https.")
    return redirect(url, 303)


def decoded_apart(data: bytes, name: Phrase | str) -> Image:
    """The photo in a file's bytes, decoded where nothing can happen to the table.

    Raises InputError, or RefusedError.
    """
    check_photo(data, name)
    photo = _decoder.do(decode_to_read, data, name)
    if isinstance(photo, Failed):
        raise _unreadable()
    return photo


def _unreadable() -> RefusedError:
    return RefusedError(422, "unusable", "This photo could not be read; send another.")


def takes_pictures(served: Host) -> bool:
    """Whether a phone may be the camera: no other one watches, and the pieces can be read."""
    watch = served.mount.watch
    return served.mount.camera is None and (watch is None or isinstance(watch.camera, Mailbox))


def mailbox_of(served: Host, sender: Phone, *, live: bool) -> Mailbox:
    """The mailbox that is watched; it is made with the first picture, and for each way to send.

    So it is with the first one by another empty board. While one phone sends live pictures, those
    of another are refused.
    """
    mount = served.mount
    with mount.deciding():
        watch, setup = mount.watch, mount.setup
        camera = None if watch is None else watch.camera
        if camera is not None and not isinstance(camera, Mailbox):
            raise RefusedError(409, "camera-there", "Another camera watches this table.")
        if isinstance(camera, LivePhone) and camera.sender != sender and not camera.silent:
            raise RefusedError(409, "another-phone", "Another phone sends its live picture now.")
        if camera is not None and isinstance(camera, LivePhone) is live and is_by(watch, setup):
            if isinstance(camera, LivePhone):
                camera.sender = sender
            return camera
        if setup is None and needs_reference(served.board):
            raise RefusedError(409, "no-empty-board", "A photo of the empty board is needed first.")
        mailbox = LivePhone(sender) if live else Mailbox(decode=decoded_apart)
        mount.hang(mailbox, setup, LIVE if live else ON_CALL)
        return mailbox


def _back() -> BaseResponse:
    return Response(status=204) if wants_json() else redirect("/camera", 303)
