"""What the tracing page says of a draft: what is wrong, how much there is, what undo takes back."""

from __future__ import annotations

from collections.abc import Sequence

from calibration.tracing.draft.checks import Code, Remark
from calibration.tracing.draft.game_map import game_map
from calibration.tracing.draft.totals import Total
from calibration.tracing.draft.trace import Act, Deed
from calibration.tracing.traced_board import BehindError
from companion.errors import Fault, Path
from web.visits.visit import host
from web.words.language import asked_language, gettext, said, words_in

MOST_SAID = 4


NAMED_AS = ("company", "nation", "product", "ship")
"""What a game may call a kind: the first for which it has a word."""


def kind_words(kind: str, game: str = "") -> str:
    """Name a kind of piece, or what is sold, as its game does, or as the board file has it.

    A board that is of no game is named as the board that is played on.
    """
    words = words_in(asked_language(), game_map(game) or host().board)
    names = (words.named(of, kind) for of in NAMED_AS)
    plain = kind.replace("_", " ")
    return next((name for name in names if name != plain), plain)


def remark_words(remark: Remark, game: str = "") -> str:
    """Say a remark in a sentence."""
    words = {key: said(word) for key, word in remark.words.items()}
    if remark.code is Code.PRODUCT_NO_PORT:
        words["name"] = kind_words(str(remark.words["name"]), game)
    sentence = _in_places(remark.code) if remark.more_mm else _sentence(remark.code)
    return sentence % words


def _in_places(code: Code) -> str:
    sentences = {
        Code.SLOTS_TOUCH: gettext(
            "Slots lie on one another in %(count)s places: %(name)s, %(other)s."
        ),
        Code.SPACES_TOUCH: gettext(
            "Spaces lie on one another in %(count)s places: %(name)s; %(other)s."
        ),
    }
    return sentences[code]


def unplayed_words(missing: Sequence[Remark], game: str) -> str:
    """Say why a board's own game can't be played on it; a few reasons are enough."""
    whys = [
        said(remark.words["why"]) if "why" in remark.words else remark_words(remark, game)
        for remark in missing[:MOST_SAID]
    ]
    more = ["…"] if len(missing) > MOST_SAID else []
    return _sentence(Code.UNPLAYABLE) % {"why": " ".join(whys + more)}


def _sentence(code: Code) -> str:
    sentences = {
        Code.NO_ISLAND: gettext("Nothing is traced yet: put the first island."),
        Code.OFF_BOARD: gettext("%(name)s: something lies beyond the board's edge."),
        Code.SLOTS_TOUCH: gettext("Two slots lie on one another: %(name)s, %(other)s."),
        Code.SPACES_TOUCH: gettext("Two spaces lie on one another: %(name)s; %(other)s."),
        Code.COMPANY_TWICE: gettext("%(name)s has more than one harbour."),
        Code.COMPANY_UNKNOWN: gettext("%(name)s: there are no sticks of this name."),
        Code.CARD_UNKNOWN: gettext("%(name)s has a departure card, but no markers."),
        Code.CARD_FULL: gettext(
            "%(name)s: the departure cards lay %(markers)s markers there; it has %(slots)s slots."
        ),
        Code.ALONE: gettext("%(name)s: no route leads there."),
        Code.NO_SLOT: gettext("%(name)s has no slot."),
        Code.SAME_NAME: gettext("More than one island is called %(name)s."),
        Code.NO_CARD: gettext("%(name)s has no departure card."),
        Code.SLOT_FAR: gettext(
            "%(name)s: a slot lies %(away)s mm off, much farther than others. Is it another's?"
        ),
        Code.SECOND_LANE: gettext("%(name)s: a second lane seems to be printed beside it."),
        Code.NO_STICKS: gettext(
            "%(name)s: how many sticks has it? Its harbour says so; without a number it has none."
        ),
        Code.NO_VALUE: gettext("%(name)s has slots but no value."),
        Code.UNPLAYABLE: gettext("It can't be played on yet: %(why)s"),
        Code.NO_ROUTE: gettext("Dashes in the photo on which no route lies: %(count)s."),
        **_of_stops(),
    }
    return sentences.get(code, "%(why)s")


def _of_stops() -> dict[Code, str]:
    return {
        Code.NO_STOP: gettext("Nothing is traced yet: put the first stop."),
        Code.NO_LINE: gettext("No line is drawn yet: join the stops that are next to each other."),
        Code.NO_ZONE: gettext("%(name)s: choose its zone."),
        Code.NO_PRODUCT: gettext(
            "%(name)s: choose what is sold there, or that it is a stranding place."
        ),
        Code.STOPS_TOUCH: gettext("Two stops lie on one another: %(name)s, %(other)s."),
        Code.ZONE_STRANDS: gettext(
            "Zone %(zone)s has %(count)s stranding places; it needs one white rectangle."
        ),
        Code.ZONE_NO_PORT: gettext("Zone %(zone)s has no port: nothing is sold there."),
        Code.PRODUCT_NO_PORT: gettext("%(name)s: sold in no port. Choose one."),
        Code.STOP_TWICE: gettext("More than one stop is called %(name)s."),
        Code.STOP_ALONE: gettext("%(name)s: no line leads there."),
        Code.CUT_OFF: gettext("%(name)s: no lines lead there from %(other)s."),
    }


def unusual_words(what: str, name: str) -> str:
    """Say what the rulebook knows otherwise."""
    sentences = {
        "slots": gettext("%(name)s: the printed islands have 2 to 5 slots."),
        "spaces": gettext("%(name)s: the printed routes have 1 to 4 spaces."),
        "ports": gettext("%(name)s: a printed departure card lays 7 markers."),
    }
    return sentences[what] % {"name": name}


def total_words(total: Total) -> str:
    """Name a count."""
    names = {
        "islands": gettext("Islands"),
        "slots": gettext("Slots"),
        "routes": gettext("Routes"),
        "double": gettext("of them double"),
        "spaces": gettext("Spaces"),
        "harbours": gettext("Harbours"),
        "cards": gettext("Departure cards"),
        "stops": gettext("Stops"),
        "zones": gettext("Zones"),
        "stranding": gettext("Stranding places"),
        "ports": gettext("Ports"),
        "lines": gettext("Lines"),
    }
    return names[total.what]


def step_words(step: str) -> str:
    """Name a step of tracing."""
    names = {
        "board": gettext("Photo"),
        "corners": gettext("Corners"),
        "islands": gettext("Islands"),
        "routes": gettext("Routes"),
        "cards": gettext("Cards"),
        "pieces": gettext("Pieces"),
        "trial": gettext("Trial"),
        "goods": gettext("Goods"),
        "stops": gettext("Stops"),
        "lines": gettext("Lines"),
        "file": gettext("Done"),
    }
    return names[step]


def side_words(piece: str, side: str) -> str:
    """Name the side of a piece that is measured."""
    return _sides()["pieces", piece, side]


def at_its_field(fault: Fault) -> Fault:
    """The same fault, at what the page calls the field in which it was written."""
    fields = {
        ("width_mm",): gettext("Width in mm"),
        ("height_mm",): gettext("Height in mm"),
        ("name",): gettext("Name"),
        ("value",): gettext("Value"),
        ("slots",): gettext("Slots"),
        ("spaces",): gettext("Spaces"),
        **_sides(),
    }
    field = fields.get(fault.path)
    return fault if field is None else Fault(fault.code, field, **fault.params)


def _sides() -> dict[Path, str]:
    """What the sides of pieces are called, by where a board file has them."""
    return {
        ("pieces", "stick", "length_mm"): gettext("Stick: length"),
        ("pieces", "stick", "width_mm"): gettext("Stick: width"),
        ("pieces", "stick", "height_mm"): gettext("Stick: height"),
        ("pieces", "marker", "diameter_mm"): gettext("Marker: width"),
        ("pieces", "ship", "length_mm"): gettext("Ship: length"),
        ("pieces", "ship", "width_mm"): gettext("Ship: width"),
        ("pieces", "ship", "height_mm"): gettext("Ship: height"),
    }


def pieces_words(piece: str) -> str:
    """Name the pieces of one sort."""
    names = {"stick": gettext("Sticks"), "marker": gettext("Markers"), "ship": gettext("Ships")}
    return names[piece]


def meanwhile_words(behind: BehindError) -> list[str]:
    """Say what came since somebody looked, the latest first; a few things are enough."""
    done = [deed_words(act) for act in reversed(behind.done)]
    undone = [gettext("taken back: %(what)s") % {"what": deed_words(a)} for a in behind.undone]
    return (done + undone)[:MOST_SAID]


def stale_words(meanwhile: list[str]) -> str:
    """Say that an act came too late, and what is there instead."""
    if not meanwhile:
        return gettext("This board was changed elsewhere meanwhile; look again.")
    what = {"what": "; ".join(meanwhile)}
    return gettext("This board was changed elsewhere meanwhile (%(what)s); look again.") % what


def deed_words(act: Act) -> str:
    """Say what an act did, in a few words."""
    said = {
        Deed.BEGUN: gettext("begun"),
        Deed.SHEET: gettext("the board itself"),
        Deed.PHOTO: gettext("another photo"),
        Deed.CORNERS: gettext("the corners"),
        Deed.TAUGHT: gettext("the pieces taught"),
        Deed.ADDED: gettext("%(what)s added"),
        Deed.EDITED: gettext("%(what)s changed"),
        Deed.MOVED: gettext("%(what)s moved"),
        Deed.FITTED: gettext("the rest fitted"),
        Deed.LAID: gettext("%(what)s laid anew"),
        Deed.REMOVED: gettext("%(what)s removed"),
        Deed.CARD: gettext("the card of %(what)s"),
        Deed.ACCEPTED: gettext("suggestions accepted"),
    }
    return said[act.deed] % {"what": act.what}
