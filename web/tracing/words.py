"""What the tracing page says of a draft: what is wrong, how much there is, what undo takes back."""

from __future__ import annotations

from calibration.tracing.draft.checks import Code, Remark
from calibration.tracing.draft.totals import Total
from calibration.tracing.draft.trace import Act, Deed
from calibration.tracing.traced_board import BehindError
from web.visits.visit import host
from web.words.language import asked_language, gettext, said, words_in

MOST_SAID = 4


def kind_words(kind: str) -> str:
    """Name a kind of piece: a company or a nation of the game, or as the board file has it."""
    words = words_in(asked_language(), host().board)
    company = words.named("company", kind)
    return words.named("nation", kind) if company == kind.replace("_", " ") else company


def remark_words(remark: Remark) -> str:
    """Say a remark in a sentence."""
    return _sentence(remark.code) % {key: said(word) for key, word in remark.words.items()}


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
        Code.NO_ROUTE: gettext("Dashes in the photo on which no route lies: %(count)s."),
    }
    return sentences.get(code, "%(why)s")


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
    }
    return names[total.what]


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
