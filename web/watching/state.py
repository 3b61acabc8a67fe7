"""How the watching is, in words: every state of the camera, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.saying.catalogue import ENGLISH
from companion.saying.phrase import say
from vision.alignment.framing import outside_words
from vision.picture.camera import CameraState, LiveSource, Mailbox
from vision.picture.stalled_camera import FROZEN_S
from vision.watch import Watching
from web.watching.watch import Glance
from web.words.language import sentence

Say = Callable[[str], str]
SEEING = (CameraState.LIVE, CameraState.FROZEN)


@dataclass(frozen=True, slots=True)
class State:
    """How the watching is: a code, one sentence, and what to do about it."""

    code: str
    said: str
    hint: str = ""


def glance_json(
    glance: Glance, gettext: Say, camera: LiveSource | None = None, language: str = ENGLISH
) -> dict[str, object]:
    """What a page is told at once; it asks for the rest where ``asked`` is another."""
    state = state_of(glance, gettext, camera, language)
    return {"state": state.code, "said": state.said, "hint": state.hint, "asked": glance.asked}


def state_of(
    glance: Glance, gettext: Say, camera: LiveSource | None = None, language: str = ENGLISH
) -> State:
    """Say how the watching is; what to do about a lost camera depends on what it is."""
    if glance.held:
        return State("held", gettext("The picture is held."), gettext("Nothing is written down."))
    if glance.fault and glance.camera in SEEING:  # A lost camera matters more.
        return State(
            "fault", gettext("The picture could not be used."), say(glance.fault, language)
        )
    dark = glance.watching is Watching.DARK  # A black picture repeats itself, and needs light.
    if glance.camera is CameraState.FROZEN and glance.watching is not None and not dark:
        return _frozen_state(glance.frozen_at, gettext, isinstance(camera, Mailbox))
    if glance.camera not in SEEING or glance.watching is None:
        return _camera_state(glance.camera, gettext, isinstance(camera, Mailbox))
    said, hint = _watching_words(glance.watching, gettext)
    outcome = glance.outcome
    if outcome is not None and outcome.disturbed:
        said = gettext("Many pieces are gone at once.")
        hint = gettext("Put them back as the chart shows; nothing is written down until then.")
        return State("disturbed", said, hint)
    if outcome is not None and outcome.cut_short:
        hint = gettext("Much has changed at once: the rest is told after the next looks.")
    if glance.frame_seen is not None and glance.frame_seen.outside:
        hint = sentence(say(outside_words(glance.frame_seen.outside), language))
    return State(glance.watching.value, said, hint)


def _camera_state(camera: CameraState, gettext: Say, is_phone: bool) -> State:
    unplugged = gettext("Is it plugged in, and on? It is tried again by itself.")
    away = gettext("Is the camera page still open on that phone, and its screen on?")
    waiting = gettext("Waiting for the first picture.")
    said, hint = {
        CameraState.OPENING: (waiting, ""),
        CameraState.LIVE: (waiting, ""),
        CameraState.FROZEN: (waiting, ""),
        CameraState.LOST: (
            gettext("The camera gives no picture."),
            away if is_phone else unplugged,
        ),
        CameraState.CLOSED: (gettext("There are no more pictures."), ""),
    }[camera]
    return State(f"camera-{camera.value}", said, hint)


def _frozen_state(noticed_at: str, gettext: Say, is_phone: bool) -> State:
    since = datetime.fromisoformat(noticed_at) - timedelta(seconds=FROZEN_S)
    said = gettext("The picture has stood still since %(time)s.") % {
        "time": since.astimezone().strftime("%H:%M")
    }
    phone = gettext("Open the camera page on that phone again. Until then nothing new is seen.")
    camera = gettext("Wake the camera, or start it again. Until then nothing new is seen.")
    return State(f"camera-{CameraState.FROZEN.value}", said, phone if is_phone else camera)


def _watching_words(watching: Watching, gettext: Say) -> tuple[str, str]:
    return {
        Watching.EMPTY: (gettext("The board is seen, and nothing lies on it."), ""),
        Watching.HAND: (
            gettext("Something moves over the board."),
            gettext("It is read when the hand is gone."),
        ),
        Watching.SETTLING: (gettext("One moment: the board comes to rest."), ""),
        Watching.SETTLED: (gettext("The board was read."), ""),
        Watching.MOVED: (gettext("The board was moved, and found again."), ""),
        Watching.LOST: (
            gettext("The board is not found."),
            gettext("Bring the whole board into the picture."),
        ),
        Watching.DARK: (gettext("It is too dark."), gettext("More light, please.")),
        Watching.COLOURLESS: (
            gettext("The picture has no colours."),
            gettext("More light, please, or turn off the camera's night mode."),
        ),
        Watching.BLURRED: (
            gettext("The picture is blurred."),
            gettext("Hold the camera still, or wipe its lens."),
        ),
    }[watching]
