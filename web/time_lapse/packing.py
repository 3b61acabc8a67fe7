"""Pictures as one file, packed while it is sent: no more than one of them is in memory."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence

from web.host.album import Album


class _Outlet(io.RawIOBase):
    """What was written since it was asked last."""

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        self._written.append(bytes(data))  # type: ignore[call-overload]
        return len(self._written[-1])

    def taken(self) -> bytes:
        """Take it out."""
        data = b"".join(self._written)
        self._written.clear()
        return data


def packed(album: Album, numbers: Sequence[int]) -> Iterator[bytes]:
    """Yield a ZIP file of an album's pictures, as they are, each called by its number."""
    outlet = _Outlet()
    with zipfile.ZipFile(outlet, "w", zipfile.ZIP_STORED) as archive:
        for number in numbers:
            data = album.picture(number)
            if data is not None:
                archive.writestr(f"{number:05}.jpg", data)
                yield outlet.taken()
    yield outlet.taken()
