"""Looking after the table's file while it is played on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from time import monotonic

from companion.errors import Fault, InputError
from web.host.host import Host
from web.serving.logbook import LOG

FOLLOW_S = 1.0
BACK_UP_S = 3600.0


def follow_the_file(
    host: Host, say: Callable[[Sequence[Fault]], object], stop: threading.Event
) -> None:
    """Look again and again at the file: is it there, is it whole, has another host written to it.

    What keeps failing is said once. Once an hour the file is backed up.
    """
    backed_up_s, failing = monotonic(), ""
    _empty_bin(host)
    while not stop.wait(FOLLOW_S):
        try:
            if not host.look_after():
                LOG.error("the table's file was deleted, renamed or replaced; it is written anew")
            host.follow()
            failing = ""
        except InputError as error:  # it is tried again: another may write for long
            if str(error) != failing and not stop.is_set():
                failing = str(error)
                LOG.error("what another program wrote can't be followed: %s", error)
                say([error.fault])
        except Exception:  # noqa: BLE001  (the file is looked after all the same)
            LOG.error("the table's file could not be looked after", exc_info=True)
        if monotonic() - backed_up_s >= BACK_UP_S:
            backed_up_s = monotonic()
            _empty_bin(host)
            try:
                host.back_up()
            except Exception as error:  # noqa: BLE001  (the next hour it is tried again)
                LOG.error("the table was not backed up: %s", error, exc_info=_is_unforeseen(error))


def _empty_bin(host: Host) -> None:
    try:
        host.empty_bin()
    except Exception as error:  # noqa: BLE001  (the next hour it is tried again)
        LOG.error(
            "what was deleted long ago is still there: %s", error, exc_info=_is_unforeseen(error)
        )


def _is_unforeseen(error: Exception) -> bool:
    return not isinstance(error, InputError)
