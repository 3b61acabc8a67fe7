"""What a browser is told to refuse, and which requests are refused here.

A page on the home network can be written to by any web site that a phone on that network visits.
So a write has to come from the page itself: where the browser says so (``Sec-Fetch-Site``), or
else by its ``Origin``, which has to be the address the request was sent to. Plain HTTP on a network
sends no ``Sec-Fetch-Site``, hence the second test.

No page of another site may so much as ask, where the browser says that it does: its scripts could
not read the answer, but they could open streams until there are none left. It may only link here.
Where the browser says nothing (plain HTTP on a network), another port of the host's own machine
could ask all the same; any other site's question comes without the cookie, and opens nothing.
"""

from __future__ import annotations

from flask import Flask, Request, Response, request
from werkzeug.exceptions import SecurityError

from web.serving.limits import PACE, PLACES, Pace, Places, pace, phone
from web.visits.own_machine import has_own_name
from web.words.errors import RefusedError

LARGEST_BODY = 64 * 1024
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
WHERE_TRUSTED = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Over plain HTTP on a network browsers ignore it, and complain of each page that sends it.

HTML, section 7.1.3: a context that is not secure takes no such policy.
"""
THE_CAMERA = {"Permissions-Policy": "camera=(self), microphone=(), geolocation=()"}
"""For the one page that may ask for this device's camera."""


def secure(app: Flask) -> None:
    """Check every request, and send the headers with every answer."""
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.extensions[PACE], app.extensions[PLACES] = Pace(), Places()
    app.before_request(_refuse_strangers)
    app.before_request(_refuse_haste)
    app.after_request(_with_headers)


def comes_from_here(asked: Request) -> bool:
    """Whether a request was sent by a page of this address, or by no browser at all.

    To follow a link or to type the address asks without an ``Origin``, and writes nothing.
    """
    origin = asked.headers.get("Origin")
    if origin is not None and origin != f"{asked.scheme}://{asked.host}":
        return False
    site = asked.headers.get("Sec-Fetch-Site")
    if site is None or site == "same-origin":
        return True
    return asked.method in SAFE_METHODS and (site == "none" or _opens_page(asked))


def _opens_page(asked: Request) -> bool:
    """Whether somebody opens an address in a window of his own, by a link of whatever site.

    What our worker hands on of it has no destination any more.
    """
    is_whole = asked.headers.get("Sec-Fetch-Dest", "document") in {"document", "empty"}
    return asked.headers.get("Sec-Fetch-Mode") == "navigate" and is_whole


def _refuse_strangers() -> None:
    if not comes_from_here(request):
        raise RefusedError(403, "another-site", "This was sent by another web site; it is refused.")


def _refuse_haste() -> None:
    if request.method not in SAFE_METHODS:
        pace().keep_to(phone())


def _with_headers(answer: Response) -> Response:
    for name, value in (HEADERS | (WHERE_TRUSTED if _is_trusted() else {})).items():
        answer.headers.setdefault(name, value)
    return answer


def _is_trusted() -> bool:
    """Whether a browser trusts the address that was asked; a name that is refused is none."""
    try:
        return request.is_secure or has_own_name(request)
    except SecurityError:
        return False
