"""Files are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

from companion.errors import InputError


def check_writable(path: Path) -> None:
    """Raise InputError where a file could not be written, before the work for it is done."""
    if path.is_dir():
        raise InputError(f"{path}: is a folder; give the name of a file")
    if not path.parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent}; make it, or write elsewhere")


def write_whole(path: Path, data: bytes) -> None:
    """Write beside the goal first, so that an old file stays until the new one is whole."""
    check_writable(path)
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise InputError(f"{path}: {error.strerror}; give a place that can be written") from None
