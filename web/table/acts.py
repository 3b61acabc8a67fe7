"""What people write down: ``POST /act``, from a script as JSON or from a form."""

from __future__ import annotations

import json
from collections.abc import Mapping, Set
from dataclasses import replace

from flask import Blueprint, jsonify, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from companion.errors import InputError
from companion.files.fields import Field, keep_doubled_keys, shown
from companion.play.anonymise import CODE
from companion.play.log import act_words, entry_words
from companion.play.offered.at_once import leaves_alone, own_deed
from companion.play.page.face import Offer
from companion.play.sight import GameTable
from companion.records.facts import Word
from companion.records.record import (
    SYSTEM,
    Act,
    Allowed,
    Corrected,
    Entry,
    Fact,
    Happened,
    Redone,
    Undone,
)
from companion.records.retelling import Mend
from companion.store.table import Request, StaleError
from web.host.roles import Role, may_act, may_act_ever
from web.table.panels import acting
from web.visits.navigation import way_back
from web.visits.visit import host, needs, over_the_books, sight, speaker, table, visit
from web.visits.whose import check_whose
from web.words.errors import RefusedError, wants_json
from web.words.language import gettext
from web.words.language import said as in_words
from web.words.numbers import whole_number

LONGEST_KEY = 80
MOST_TOLD = 20
"""Of what happened meanwhile, so much is told."""
FACT, OF_FACT = "fact", "fact."
WORDS: Mapping[str, Set[str]] = {
    "undo": {"undo"},
    "redo": {"redo"},
    "allow": {"allow", "code"},
    "mend": {"mend", FACT},
    "correct": {"correct", FACT},
    FACT: {FACT, "asked"},
}
"""By what an act says first: the words that it may be told in."""
LARGEST_REVISION = 10**9
MOST_ASKED = 10
"""So many words of a fact may be open."""
MOST_MENDED = 10
"""So many facts are put right at once at most."""
acts = Blueprint("acts", __name__)


@acts.post("/act")
@needs(*Role)
def write_down() -> BaseResponse:
    """Write one act into the record, if whoever sends it has seen the table as it stands."""
    said, served = _said(), table()
    wanted = read_act(said.get("act"))
    revision = said.get("revision").whole(0, LARGEST_REVISION)
    key, of = _text(said.get("key")), _text(said.get("whose"))
    if said.faults or wanted is None:
        raise RefusedError(400, "not-an-act", in_words(InputError.of(said.faults[0])))
    check_whose(of, served)
    _check_role(wanted, revision)
    _check_answer(said.get("act").get("asked"), wanted)
    asked = Request(wanted, revision, speaker(), host().clock(), key)
    try:
        number = _written(served, asked)
    except StaleError as stale:
        if (same := _written_by_another(wanted, stale)) is not None:
            return _answered(same, wanted)
        seen = sight()
        told = (entry_words(seen, entry) for entry in stale.meanwhile[-MOST_TOLD:])
        meanwhile = [*dict.fromkeys(told)]
        raise RefusedError(
            409,
            "stale",
            " ".join([gettext("Not written down, the table has moved on."), *meanwhile[-3:]]),
            {"meanwhile": meanwhile, "revision": seen.table.revision},
        ) from None
    return _answered(number, wanted)


def _text(said: Field) -> str | None:
    """What a field says; None where it is left out."""
    return said.text(LONGEST_KEY) if said.given else None


def _written(served: GameTable, asked: Request) -> int:
    """Write an act down; what a turn's own end between tap and table does not change counts."""
    try:
        is_allowed = isinstance(asked.act, Allowed)
        return _allow(served, asked) if is_allowed else host().act(served, asked)
    except StaleError as stale:
        unseen = stale.meanwhile  # none, where the page knows more than the table: it was put back
        if not unseen or not all(_leaves_as_meant(entry, asked.act) for entry in unseen):
            raise
        return _written(served, replace(asked, seen=unseen[-1].seq))


def _leaves_as_meant(meanwhile: Entry, wanted: Act | Mend) -> bool:
    """Whether an act means the same after an entry that its author has not seen.

    So it is where both could act at once, and neither waited for the other. So it is after a turn
    that ended by itself, for whatever names the event it is about and for what others do. An undo
    takes the end back too, where the end is one deed with it. Only what the player himself does
    once more in that turn would be another's turn's by now.
    """
    if _acts_at_once(meanwhile, wanted):
        return True
    ended = meanwhile.act
    if meanwhile.by != SYSTEM or not isinstance(ended, Happened) or isinstance(wanted, Redone):
        return False
    if isinstance(wanted, Undone):
        return meanwhile.along is not None
    player = _player(ended.fact)
    is_his = isinstance(wanted, Happened) and _player(wanted.fact) == player
    return player is not None and not is_his


def _acts_at_once(meanwhile: Entry, wanted: Act | Mend) -> bool:
    """Whether two acted at once; who takes back his own deed then means that one."""
    view, game, door = table().view, host().game, visit().door
    if isinstance(wanted, Happened):
        return leaves_alone(view, game, meanwhile, wanted.fact)
    if not isinstance(wanted, Undone) or door is None or door.player is None:
        return False
    own = own_deed(view, game, door.player)
    return own is not None and own.seq == wanted.seq


def _answered(number: int, wanted: Act | Mend) -> BaseResponse:
    if not wants_json():
        return redirect(way_back(), 303)
    return jsonify({"number": number, "said": _told(number, wanted)})


def _written_by_another(wanted: Act | Mend, stale: StaleError) -> int | None:
    """The entry in which another hand was quicker to write what the same player did, and it counts.

    What was taken back or corrected meanwhile is not what he says.
    """
    if not isinstance(wanted, Happened) or not _is_a_players(wanted.fact):
        return None
    view = table().view
    same = (entry.seq for entry in stale.meanwhile if entry.act == wanted)
    return next((seq for seq in same if seq not in {*view.gone, *view.corrected}), None)


def _is_a_players(fact: Fact) -> bool:
    return _player(fact) is not None


def _player(fact: Fact) -> object:
    return host().game.about.held(fact, Word.PLAYER)


def _allow(served: GameTable, asked: Request) -> int:
    """Allow what the rules do not like about a fact: of one code, or all of it as one deed."""
    assert isinstance(asked.act, Allowed)
    view, (seq, wanted) = served.view, (asked.act.seq, asked.act.code)
    step = sight().step(seq)
    found = dict.fromkeys(each.code for each in step.open_findings) if step else {}
    codes = [code for code in found if wanted in ("", code)]
    if asked.seen == view.revision and not codes and served.answered(asked.key) is None:
        entry = view.entry(seq)
        if entry is None or not isinstance(entry.act, Happened):
            raise InputError("no-such-entry", number=seq)
        raise RefusedError(422, "nothing-to-allow", "The rules have nothing against this event.")
    if wanted:
        return host().act(served, asked)
    told = view.record
    for code in codes:
        told = told.add(Allowed(seq, code), asked.by)
    return served.take_in(told, asked.seen, asked.at, asked.key, along=asked.seen + 1)


def whole_words() -> frozenset[str]:
    """The words of the game's facts that hold a whole number; a form sends them as text."""
    return host().game.about.words_for(Word.WHOLE, Word.SUM)


def read_act(said: Field) -> Act | Mend | None:
    """Read an act; None where it is none, with a fault that says why."""
    if not said.is_object():
        return None
    told = next((each for each in WORDS if said.get(each).given), FACT)
    besides = (word for word, its in said.entries() if its.given and word not in WORDS[told])
    if (word := next(besides, None)) is not None:
        said.fault("says-besides", word=shown(word), act=shown(told))
        return None
    at = said.get(told)
    match told:
        case "undo":
            return Undone(at.whole(1, LARGEST_REVISION))
        case "redo":
            return Redone(at.whole(1, LARGEST_REVISION))
        case "allow":
            seq, code = at.whole(1, LARGEST_REVISION), said.get("code")
            return Allowed(seq, _code(code) if code.given else "")
        case "mend":
            return _mend(at, said.get(FACT))
        case "correct":
            return Corrected(at.whole(1, LARGEST_REVISION), _fact(said.get(FACT)))
    return Happened(_fact(said.get(FACT)))


def _code(said: Field) -> str:
    """The code of a finding."""
    code = said.text(LONGEST_KEY)
    if code and not CODE.fullmatch(code):
        said.fault("no-finding-code", value=shown(code))
    return code


def _mend(said: Field, words: Field) -> Mend | None:
    """Facts put right; ``words``, where they are given, are what was open of the last one put."""
    if not said.is_object():
        return None
    put = [_fact(fact) for fact in said.get("put").items()]
    at, out = said.get("at").whole(1, LARGEST_REVISION), said.get("out").whole(0, MOST_MENDED)
    if words.given and not put:
        words.fault("says-besides", word=shown(FACT), act=shown("mend"))
    if words.given and put:
        put[-1] = {**put[-1], **_fact(words)}
    return Mend(at, out, tuple(put))


def _fact(said: Field) -> Fact:
    return said.value if said.is_object() and isinstance(said.value, dict) else {}


def _said() -> Field:
    """The request's fields; a form sends the act as JSON in one of them, or a fact in several."""
    try:
        data = _read_json(request.get_data()) if request.is_json else _form()
    except (ValueError, RecursionError):
        raise RefusedError(400, "not-an-act", "Send JSON with act and revision.") from None
    said = Field(data)
    if not said.is_object():
        raise RefusedError(400, "not-an-act", in_words(InputError.of(said.faults[0])))
    return said


def _read_json(text: str | bytes) -> object:
    """Read JSON as its own rules are: NaN and Infinity are no numbers. Raises ValueError."""
    return json.loads(text, object_pairs_hook=keep_doubled_keys, parse_constant=_no_number)


def _no_number(word: str) -> object:
    raise ValueError(word)


def _form() -> dict[str, object]:
    """The fields of a form: ``fact.amount=3`` is a word of the fact, a whole number where it is."""
    form, whole = request.form, whole_words()
    fact = {
        word: value if word not in whole or (number := whole_number(value)) is None else number
        for name, value in form.items()
        if value and name.startswith(OF_FACT) and (word := name.removeprefix(OF_FACT))
    }
    act = _read_json(form["act"]) if form.get("act") else {}
    if fact and isinstance(act, dict):
        known = act.get(FACT, {})
        act = {**act, FACT: {**known, **fact} if isinstance(known, dict) else known}
    besides = {name: form[name] for name in ("key", "whose") if form.get(name)}
    return {"revision": int(form.get("revision", "")), "act": act, **besides}


def _check_role(wanted: Act | Mend, seen: int) -> None:
    """Refuse what a role may not do. What was only too late is left to the table, which tells."""
    door, view, game = visit().door, table().view, host().game
    if door is not None and seen < view.revision and isinstance(wanted, Undone | Redone):
        may = may_act_ever(door, wanted, view.entry(wanted.seq), game.about)
    else:
        may = door is not None and may_act(door, wanted, view, game)
    if not may:
        if door is not None and door.player is not None and isinstance(wanted, Happened):
            _check_deed(wanted)
        raise RefusedError(403, "not-your-role", "Your role does not allow this.")


def _check_deed(wanted: Happened) -> None:
    """Raise InputError, which names it, where there is no such deed for anybody to do."""
    if str(wanted.fact.get("do")) not in host().game.about.facts:
        table().in_known_words(wanted)


def _check_answer(asked: Field, wanted: Act | Mend) -> None:
    """Refuse answers that their offer does not ask for; an offer that is gone is left to the table.

    ``asked`` is the word that was open, or a list of them. Whoever wants to say it all the same
    says the whole fact.
    """
    if not asked.given or not isinstance(wanted, Happened):
        return
    listed = isinstance(asked.value, list)
    words = {each.text() for each in (asked.items(1, MOST_ASKED) if listed else [asked])}
    offers = (
        each for panel in acting(over_the_books()) for group in panel.groups for each in group.asked
    )
    meant = [each for each in offers if _is_meant(each, words, wanted.fact)]
    faults = [offer.fault(wanted.fact) for offer in meant]
    if faults and faults[0] is not None and None not in faults:
        raise InputError.of(faults[0])


def _is_meant(offer: Offer, words: Set[str], fact: Fact) -> bool:
    """Whether a fact is what an offer leads to that leaves these words open, or more."""
    open_words = {ask.word for ask in offer.asks}
    return words <= open_words and {**fact, **offer.fact} == fact


def _told(number: int, wanted: Act | Mend) -> str:
    """Say what was written down, and what was paid for it; a replayed request too.

    Of what was taken back before it was asked again, that it was.
    """
    seen = sight()
    entry = seen.table.entry(number)
    if entry is None:
        return "" if isinstance(wanted, Mend) else act_words(seen, wanted)
    if number in seen.table.gone:
        return act_words(seen, Undone(number))
    return entry_words(seen, entry)
