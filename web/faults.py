"""What a lower room refuses, said in the visitor's language.

The rooms below know no language: their ``InputError`` is a line of English. The lines that people
at the page can bring about are known here by their shape; any other one stays as it is.
"""

from __future__ import annotations

import re
from functools import cache

from web.language import ENGLISH, asked_language, gettext

SLOT = re.compile(r"%\\\((\w+)\\\)s")


def sentence(text: str) -> str:
    """A sentence that is said later; the catalogues have to have it."""
    return text


SENTENCES = (
    sentence("the photo"),
    sentence("the profile"),
    sentence("%(name)s: an empty file; save or send the photo again"),
    sentence("%(name)s: cut off or damaged; save or send the photo again"),
    sentence("%(name)s: a damaged photo; save or send it again"),
    sentence(
        "%(name)s: a HEIC photo, which is not read here; save or send it as JPEG (an "
        "iPhone takes JPEG with Settings, Camera, Formats, Most Compatible)"
    ),
    sentence("%(name)s: an AVIF picture, which is not read here; save or send it as JPEG"),
    sentence("%(name)s: a film, no photo; give a photo, as JPEG"),
    sentence("%(name)s: a moving picture; give a still one, as a plain JPEG"),
    sentence("%(name)s: a rare kind of JPEG; save it again as a plain one"),
    sentence("%(name)s: says more than once how large it is; save it again as a plain JPEG"),
    sentence(
        "%(name)s: %(size)s pixels of %(bits)s bits are too many; save it again as a plain JPEG"
    ),
    sentence(
        "%(name)s: %(size)s pixels in %(scans)s scans are too many; save it again as a "
        "plain (baseline) JPEG"
    ),
    sentence("the picture of the markers in %(file)s"),
    sentence("%(name)s: could not be read; ask for it again"),
    sentence("%(name)s: holds more than %(most)s values; no file of this kind does"),
    sentence("%(name)s: nested deeper than %(most)s levels; no file of this kind is"),
    sentence("%(name)s: not a photo; give a JPEG, PNG or WebP file"),
    sentence("%(name)s: %(size)s pixels are too few to see a board"),
    sentence("%(name)s: %(size)s pixels are too many; make it smaller than %(most)s megapixels"),
    sentence(
        "no camera sees a board like this; are the corners in turn, and the board's size right?"
    ),
    sentence(
        "no board found: only %(most)s points of the reference photo were found again; is the "
        "whole board in the picture, sharp, and the same as in the reference photo?"
    ),
    sentence(
        "no board found: only %(good)s of %(all)s places look as in the reference photo; is it "
        "the same board, sharp and in good light?"
    ),
    sentence("no board found: the photo is all but black; give it more light"),
    sentence("no board found: the photo is all but white; give it less light"),
    sentence(
        "the photo of the empty board is too dark: its brightest parts reach %(brightest)s of "
        "255, %(least)s are needed; take it again with more light"
    ),
    sentence(
        "the photo of the empty board is washed out over %(across)s mm around pixel %(at)s; take "
        "it again with less light"
    ),
    sentence("no board found: what looks like it would lie as no camera can see it"),
    sentence("only %(share)s of the board lies in the picture; %(move)s"),
    sentence("move the camera further away"),
    sentence("move the camera towards the board's %(one)s and %(other)s sides"),
    sentence("move the camera towards the board's %(side)s side"),
    sentence("top"),
    sentence("right"),
    sentence("bottom"),
    sentence("left"),
    sentence(
        "the board's %(one)s and %(other)s corners lie outside the picture; take the photo "
        "with the whole board in it"
    ),
    sentence(
        "the board's %(corner)s corner lies outside the picture; take the photo with the whole "
        "board in it"
    ),
    sentence("top left"),
    sentence("top right"),
    sentence("bottom right"),
    sentence("bottom left"),
    sentence(
        "%(lost)s of the board's %(all)s places lie outside the picture; take the photo with "
        "the whole board in it"
    ),
    sentence("the board's corners are not marked yet; begin with them"),
    sentence("there is no photo with its corners yet; begin with that"),
    sentence("there is no photo yet; choose one first"),
    sentence("%(path)s: %(why)s; choose the photo again"),
    sentence("no place is named on which a piece lies; look again"),
    sentence("that is gone already; look again"),
    sentence("%(place)s: there is no such island or harbour any more; look again"),
    sentence("%(place)s: there is no such route any more; look again"),
    sentence("that space is not there any more; look again"),
    sentence("%(name)s has no such slot any more; look again"),
    sentence("%(name)s has %(most)s slots; no island has more"),
    sentence("that is an island; choose a harbour"),
    sentence("%(place)s: that is a harbour; choose an island"),
    sentence("a route leads from one place to another; choose two"),
    sentence("a route doesn't lead from a harbour to a harbour; choose an island"),
    sentence("there is nothing more to take here"),
    sentence("this board was removed meanwhile; bring it back, or take another"),
    sentence("%(text)s is no length; give the board's sides in mm"),
    sentence("%(name)s: no profile, or cut off; make it again with 'companion calibrate'"),
    sentence("%(name)s: no profile; make it again with 'companion calibrate'"),
    sentence("%(name)s: a damaged profile; make it again with 'companion calibrate'"),
    sentence(
        "%(name)s: a profile of version %(version)s, this program reads up to version %(known)s; "
        "use the newer program, or make it again with 'companion calibrate'"
    ),
    sentence("%(name)s: holds no board, it is too old; give the board file too"),
    sentence("%(name)s: the board inside can't be used: %(why)s"),
    sentence(
        "%(name)s: its board and its photo don't belong together; "
        "make it again with 'companion calibrate'"
    ),
    sentence(
        "%(name)s: its photo and its pose don't belong together; "
        "make it again with 'companion calibrate'"
    ),
    sentence("%(path)s: a tracing that is cut off; take a copy of it back"),
    sentence("%(path)s: no tracing"),
    sentence(
        "%(path)s: a tracing of version %(version)s, this program reads up to %(known)s; "
        "use the newer program"
    ),
    sentence("%(path)s: a damaged tracing (%(why)s); take a copy of it back"),
    sentence("fact: nobody knows %(words)s here; leave that out"),
    sentence("%(count)s faults, the first: %(fault)s"),
    sentence("one fault: %(fault)s"),
    sentence("%(place)s: has %(count)s entries; give %(least)s to %(most)s"),
    sentence("%(place)s: has %(count)s spaces and slots; give at most %(most)s"),
    sentence("%(place)s: is %(value)s; give a number from %(low)s to %(high)s"),
    sentence("%(place)s: is a text of %(letters)s letters; give 1 to %(most)s"),
    sentence("%(place)s: is %(value)s; take out the letters that can't be printed"),
    sentence("%(place)s: is %(value)s; give a whole number"),
    sentence("%(place)s: is %(value)s; give a number in mm"),
    sentence("%(place)s: is %(value)s; give %(wanted)s"),
    sentence("%(place)s: is missing; give %(wanted)s"),
)
"""The more special come first."""


def fault_words(message: str) -> str:
    """Say a refusal in the language of this request."""
    if asked_language() == ENGLISH:
        return message
    for text, shape in _shapes():
        if met := shape.fullmatch(message):
            parts = {name: fault_words(part) for name, part in met.groupdict().items()}
            return gettext(text) % parts if parts else gettext(text)
    return message


@cache
def _shapes() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The sentences with what tells them: anything may stand in their gaps."""
    return tuple(
        (text, re.compile(SLOT.sub(r"(?P<\1>.+?)", re.escape(text)))) for text in SENTENCES
    )
