"""Photos of what an owner has: handed in, looked at apart from the page, kept and shown."""

from __future__ import annotations

from flask import Response

from calibration.own_tiles.photographed import PHOTO, KeptPhoto, photo_to_keep
from vision.picture.photo import check_photo
from web.serving.answers import unkept
from web.serving.handed_in import pictures
from web.tracing.desk import desk
from web.words.errors import RefusedError


def hand_in(kept: KeptPhoto) -> None:
    """Keep the photo of a form, and forget the one before. Raises InputError for what is none."""
    [data] = pictures()
    check_photo(data, PHOTO)
    kept.keep(desk().looked(photo_to_keep, data))


def handed_in(kept: KeptPhoto) -> bytes:
    """The photo that was handed in; refused where there is none."""
    return _there(kept.picture("taken"))


def jpeg(data: bytes | None) -> Response:
    """A picture of the owner's; refused where there is none."""
    return unkept(Response(_there(data), mimetype="image/jpeg"))


def refused(page: str) -> Response:
    """A page that says why nothing was taken."""
    return Response(page, 422)


def _there(data: bytes | None) -> bytes:
    if data is None:
        raise RefusedError(404, "no-picture", "There is no such photo yet.")
    return data
