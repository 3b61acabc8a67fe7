"""How a phone comes to the table that has no code of its own yet."""

from __future__ import annotations

from dataclasses import dataclass

from web.host.host import Host
from web.host.roles import Role


@dataclass(frozen=True, slots=True)
class Invitation:
    """The address to scan; or else the one to type, and the letters to type there."""

    url: str
    typed: str
    letters: str


def invitation_of(host: Host) -> Invitation:
    """What is shown to everybody who comes: a watcher's code, with which one can sit down.

    Its letters hold while no game has begun: they stand in the terminal and nobody shows them anew.
    """
    token = host.doors.to(Role.WATCHER).token
    typed = host.address.url()
    return Invitation(
        host.address.url(f"/join/{token}"),
        (typed if typed.startswith("https") else typed.removeprefix("http://")).rstrip("/"),
        host.letters.shown(token, lambda: host.table is None),
    )
