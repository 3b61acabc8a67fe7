"""Whether a request comes from this very machine, by its own name: then its host asks.

Not so: a phone that says it is ``localhost`` (its address tells), another site's name that was bent
to this machine (its name tells), what came over https from outside (``https.front`` tells its
address), and what a proxy on this machine hands on (its headers tell). And no page of another site
can have a code fetched for it: the browser says that somebody followed its link.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from flask import Request

OWN_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
HANDED_ON = (
    "forwarded",
    "via",
    "x-forwarded",
    "x-real-ip",
    "x-client-ip",
    "x-original",
    "true-client-ip",
    "client-ip",
    "cf-",
    "tailscale-",
    "proxy-",
)
"""How the headers begin that proxies and tunnels add."""


def is_hosts_own(asked: Request) -> bool:
    """Whether somebody at this machine opens a page of it."""
    return _is_page(asked) and _is_from_here(asked) and not _is_handed_on(asked)


def has_own_name(asked: Request) -> bool:
    """Whether the address calls this machine by its own name, which a browser trusts."""
    return urlsplit(f"//{asked.host}").hostname in OWN_NAMES


def is_asked_for(asked: Request) -> bool:
    """Whether the address was typed, or a link of our own followed, as far as the browser says."""
    return asked.headers.get("Sec-Fetch-Site", "none") in {"none", "same-origin"}


def _is_page(asked: Request) -> bool:
    """Whether a page is opened, and in no frame.

    A page that a service worker fetches has lost where it is shown (Fetch, 5.4: a new Request has
    no destination). It is one of ours, for no script may ask in the mode ``navigate``.
    """
    mode, shown = asked.headers.get("Sec-Fetch-Mode"), asked.headers.get("Sec-Fetch-Dest")
    opens = mode in {None, "navigate"}
    by_worker = (
        shown == "empty"
        and mode == "navigate"
        and asked.headers.get("Sec-Fetch-Site") == "same-origin"
    )
    is_shown = shown in {None, "document"} or by_worker
    is_read = "text/html" in asked.headers.get("Accept", "")
    return asked.method == "GET" and opens and is_shown and is_read


def _is_from_here(asked: Request) -> bool:
    try:
        is_near = ipaddress.ip_address(asked.remote_addr or "").is_loopback
    except ValueError:
        return False
    return is_near and has_own_name(asked)


def _is_handed_on(asked: Request) -> bool:
    return any(name.lower().startswith(HANDED_ON) for name in asked.headers.keys())  # noqa: SIM118
