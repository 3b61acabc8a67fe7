"""What may name a camera: a webcam's number, a stream's address, a film, a folder of photos."""

from __future__ import annotations

from companion.errors import InputError

STREAMS = ("http://", "https://", "rtsp://", "rtmp://")
MOST_CAMERAS = 99


def check_source(source: str) -> None:
    """Raise InputError for a source that the video library would break on."""
    if source.isdecimal() and (len(source) > 4 or int(source) > MOST_CAMERAS):
        raise InputError("camera-number", source=source, most=MOST_CAMERAS)
    try:
        source.encode()
    except UnicodeEncodeError:
        raise InputError("not-utf8", f"{source!a}") from None


def is_live(source: str) -> bool:
    """Whether a source is a camera or stream; else it is a file or a folder."""
    return source.isdecimal() or source.lower().startswith((*STREAMS, "/dev/video"))
