"""The addresses as OpenAPI 3.1, for programs.

Paths, their parts and who may ask are made from the routes themselves, so they can't differ. What a
write takes is told by hand, in ``TAKES``; ``tests/web/serving/test_fields.py`` holds that against
the code that reads it and the forms that send it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping

from flask import Blueprint, Flask, Response, current_app, jsonify
from werkzeug.routing import Rule

from companion import __version__
from companion.play.game import About
from companion.records.facts import Word
from web.host.roles import Role
from web.host.settings import Help
from web.visits.visit import EXTENSION, PALETTES, THEMES
from web.words.language import LANGUAGES

Schema = Mapping[str, object]
METHODS = ("GET", "POST")
FORM, FILES, JSON = "application/x-www-form-urlencoded", "multipart/form-data", "application/json"
PART = re.compile(r"<(?:(?P<kind>\w+)(?:\((?P<items>.*)\))?:)?(?P<name>\w+)>")
"""A part of a route that can be chosen: ``<int:number>``, ``<any(final, empty):which>``."""
openapi = Blueprint("openapi", __name__)


def one_of(*words: str) -> Schema:
    """One of these words."""
    return {"type": "string", "enum": list(words)}


def an_object(required: tuple[str, ...] = (), /, **fields: Schema) -> Schema:
    """An object with these fields."""
    return {"type": "object", "properties": fields, "required": list(required)}


def with_kinds(schema: Schema, /, **kinds: Schema) -> Schema:
    """The same with any number of fields ``KIND.NAME`` of each kind."""
    return {**schema, "patternProperties": {rf"^{kind}\.": each for kind, each in kinds.items()}}


def a_list(of: Schema) -> Schema:
    """A list of these; a form sends the field several times."""
    return {"type": "array", "items": of}


TEXT: Schema = {"type": "string"}
SHORT: Schema = {**TEXT, "maxLength": 80}
NUMBER: Schema = {"type": "number"}
WHOLE: Schema = {"type": "integer", "minimum": 0, "maximum": 10**9}
YES: Schema = {"type": "boolean"}
FILE: Schema = {"type": "string", "format": "binary"}
BACK: Schema = {"type": "string", "description": "the path of the page to go back to"}
SEEN: Mapping[str, Schema] = {"whose": SHORT, "back": BACK}
"""Of which page a form is that is sent, and where it leads back to."""
SETTINGS: Mapping[str, Schema] = {
    "help": one_of(*(each.value for each in Help)),
    **dict.fromkeys(("hide", "by_hand", "known"), TEXT),
}
SEATS: Mapping[str, Schema] = dict.fromkeys(("name", "role", "guest"), a_list(TEXT))
NOTHING = (FORM, an_object())
ROLES = tuple(role.value for role in Role)

HOLDS: Mapping[Word, Schema] = {Word.WHOLE: WHOLE, Word.SUM: WHOLE, Word.FLAG: YES}
"""What a word of a fact may be; any other is a text."""
FACT: Schema = {"$ref": "#/components/schemas/Fact"}
MEND = an_object(("at", "out", "put"), at=WHOLE, out=WHOLE, put=a_list(FACT))
"""From the fact of that number on, so many are taken out, and others put in their place."""
ACT: Schema = {
    "oneOf": [
        {**each, "additionalProperties": False}
        for each in (
            an_object(("fact",), fact=FACT, asked={"oneOf": [TEXT, a_list(TEXT)]}),
            an_object(("undo",), undo=WHOLE),
            an_object(("redo",), redo=WHOLE),
            an_object(("correct", "fact"), correct=WHOLE, fact=FACT),
            an_object(("allow",), allow=WHOLE, code=TEXT),
            an_object(("mend",), mend=MEND, fact={"type": "object"}),
        )
    ]
}
SHOT: Mapping[str, Schema] = {"photo": FILE, "from": {"enum": ["camera"]}}
"""A photo, or else a word that the camera over the table is to take it."""
LISTED: Mapping[str, Schema] = {"who": TEXT, "page": WHOLE, "bin": WHOLE}
"""Which part of the list of evenings is shown."""
AT_A_REVISION = {"revision": WHOLE}
TAKES: Mapping[str, tuple[str, Schema]] = {
    "acts.write_down": (
        JSON,
        an_object(("revision", "act"), revision=WHOLE, key=SHORT, whose=SHORT, act=ACT),
    ),
    "entrance.enter": (FORM, an_object(("letters",), letters=TEXT)),
    "entrance.sit": (FORM, an_object(("name",), name=TEXT, role=TEXT)),
    "entrance.keep_bank": NOTHING,
    "entrance.rise": (FORM, an_object(name=TEXT, bank=TEXT)),
    "evening_pages.take_up": NOTHING,
    "deleting.delete": (FORM, an_object(**LISTED)),
    "deleting.bring_back": (FORM, an_object(**LISTED)),
    "deleting.empty": (FORM, an_object(number=a_list(WHOLE), **LISTED)),
    "demos.lead_on": (FORM, an_object(("to",), to=TEXT)),
    "carrying.take_in": (FILES, an_object(("evenings",), evenings=FILE)),
    "start.choose": (FORM, an_object(("game",), game=TEXT, back=BACK, **SEATS, **SETTINGS)),
    "start.begin": (
        FORM,
        with_kinds(
            an_object(
                **SEATS,
                **SETTINGS,
                **dict.fromkeys(("game", "edition", "instead", "bank"), TEXT),
            ),
            ruling=TEXT,
        ),
    ),
    "start.change_lock": (
        FORM,
        an_object(("role",), role=one_of(*ROLES), player=TEXT, whose=SHORT),
    ),
    "start.shut_others": (FORM, an_object(whose=SHORT)),
    "start.settings": (FORM, an_object(("help",), **SETTINGS, whose=SHORT)),
    "start.wishes": (
        FORM,
        an_object(
            language=one_of(*LANGUAGES),
            theme=one_of(*THEMES),
            palette=one_of(*PALETTES),
            back=BACK,
        ),
    ),
    "photo_scores.begin": (FORM, an_object(example=TEXT)),
    "photo_scores.hand_in": (FILES, an_object(("photo",), photo=FILE)),
    "photo_scores.mark": (
        FORM,
        an_object(mark=TEXT, **{f"{axis}{n}": NUMBER for n in range(1, 5) for axis in "xy"}),
    ),
    "photo_scores.name_players": (
        FORM,
        an_object(name=a_list(TEXT), role=a_list(TEXT), money=a_list(TEXT)),
    ),
    "photo_scores.name_rules": (FORM, with_kinds(an_object(edition=TEXT), ruling=TEXT)),
    "photo_scores.allow": (
        FORM,
        an_object(("place", "code"), place=TEXT, code=TEXT, **{"not": TEXT}),
    ),
    "photo_scores.answer": (
        FORM,
        an_object(("place",), place=TEXT, piece=TEXT, was=TEXT, reads=WHOLE, look=TEXT),
    ),
    "photo_scores.exchange": (FORM, an_object(reads=WHOLE)),
    "photo_scores.leave_out": (FORM, an_object(("photo",), photo=WHOLE, reads=WHOLE)),
    "photo_scores.never_mind": (FORM, an_object(mark=TEXT)),
    "photo_scores.forget": NOTHING,
    "camera_pages.answer": (FORM, an_object(("place", "piece"), place=TEXT, piece=TEXT, **SEEN)),
    "camera_pages.command": (
        FORM,
        an_object(
            ("what",), what=one_of("hold", "go-on", "find", "read", "begin", "all-there"), **SEEN
        ),
    ),
    "camera_pages.phone_camera.take_empty_board": (FILES, an_object(**SHOT)),
    "camera_pages.phone_camera.take_picture": (
        FILES,
        an_object(("photo",), photo=FILE, live=TEXT),
    ),
    "tracings.begin": (
        FORM,
        an_object(**dict.fromkeys(("from", "bare", "name", "width_mm", "height_mm"), TEXT)),
    ),
    "tracings.take_in": (FILES, an_object(("profile",), profile=FILE)),
    "tracings.act": (JSON, an_object(**AT_A_REVISION, wish=an_object(("do",), do=TEXT))),
    "tracings.step_back": (JSON, an_object(**AT_A_REVISION)),
    "tracings.photo": (FILES, an_object(**SHOT)),
    "demos.again": NOTHING,
    "time_lapse.want": (FORM, an_object(("keep",), keep=one_of("yes", "no"), **SEEN)),
    "time_lapse.forget": (FORM, an_object(back=BACK)),
    "tracings.play": NOTHING,
    "tracings.remove": NOTHING,
    "tracings.bring_back": NOTHING,
    "tracings.corners": (JSON, an_object(**AT_A_REVISION, px=a_list(a_list(NUMBER)))),
    "tracing_pieces.teach": (FILES, an_object(**SHOT, lessons=TEXT, agreed=TEXT)),
    "tracing_pieces.dry_run": (FILES, an_object(**SHOT, lessons=TEXT)),
    "own_tiles.begin": (FORM, an_object(("game", "name"), game=TEXT, name=TEXT)),
    "own_tiles.write": (
        FORM,
        with_kinds(an_object(next=TEXT), kind=TEXT, number=TEXT, sign=TEXT, spots=a_list(TEXT)),
    ),
    "own_tiles.spot": (
        FORM,
        an_object(
            ("which",),
            **dict.fromkeys(("which", "at.x", "at.y", "x_mm", "y_mm", "remove"), TEXT),
        ),
    ),
    "own_tiles.undo": (FORM, an_object(back=one_of("cards", "box"))),
    "own_tiles.play": NOTHING,
    "tile_photos.take": (FILES, an_object(**SHOT, faces=TEXT)),
    "tile_photos.mark": (
        FORM,
        an_object(**{f"{axis}{n}": TEXT for n in range(1, 5) for axis in "xy"}, faces=TEXT),
    ),
    "card_photos.take": (FILES, an_object(**SHOT)),
    "card_photos.mark": (
        FORM,
        an_object(**{f"{axis}{n}": TEXT for n in range(1, 5) for axis in "xy"}),
    ),
    "drawn_tiles.change": (
        FORM,
        an_object(**dict.fromkeys(("side", "drawn", "sign", "at.x", "at.y", "x_mm", "y_mm"), TEXT)),
    ),
    "drawn_tiles.kinds": (
        FORM,
        an_object(**dict.fromkeys(("count", "another", "right", "remove"), TEXT)),
    ),
    "drawn_tiles.undo": NOTHING,
    "own_cards.write": (
        FORM,
        an_object(
            **dict.fromkeys(("more", "fewer", "number", "another", "none"), TEXT),
            **dict.fromkeys(("does", "count", "besides", "next"), TEXT),
        ),
    ),
    "own_box.write": (FORM, an_object(tile=TEXT, usual=TEXT)),
}
"""What each write takes, by the name of its route: the kind of body, and its fields."""

ERROR = an_object(
    ("error",),
    error=an_object(
        ("code", "message"),
        code=TEXT,
        message=TEXT,
        id={**TEXT, "description": "of an error nobody expected: where it stands in the log"},
    ),
)


@openapi.get("/openapi.json")
def described() -> Response:
    """Every address, described for programs."""
    return jsonify(description(current_app))


def description(app: Flask) -> dict[str, object]:
    """Describe the routes of an app."""
    paths: dict[str, dict[str, object]] = {}
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        for method in METHODS:
            if method in (rule.methods or ()):
                paths.setdefault(_path(rule), {})[method.lower()] = _operation(app, rule, method)
    return {
        "openapi": "3.1.0",
        "info": {"title": "The Companion's table", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": {"Error": ERROR, "Fact": fact_of(app.extensions[EXTENSION].game.about)}
        },
    }


def fact_of(about: About) -> Schema:
    """What happens in a game, as the words of its facts tell."""
    words = {word: HOLDS.get(kind, TEXT) for word, kind in about.words.items()}
    return an_object(("do",), do=one_of(*about.facts), **words)


def _path(rule: Rule) -> str:
    return PART.sub(r"{\g<name>}", rule.rule)


def _operation(app: Flask, rule: Rule, method: str) -> dict[str, object]:
    view = app.view_functions[rule.endpoint]
    roles: tuple[Role, ...] | None = getattr(view, "roles", None)
    told = (inspect.getdoc(view) or "").partition("\n")[0]
    said: dict[str, object] = {
        "operationId": f"{method.lower()} {rule.endpoint}",
        "summary": told,
        "parameters": list(_parts(rule)),
        "responses": {"default": {"description": "the answer, or why not", "content": _answers()}},
    }
    if roles is not None:
        said["x-roles"] = [role.value for role in roles]
    if method == "POST":
        kind, schema = TAKES.get(rule.endpoint, NOTHING)
        said["requestBody"] = {"required": True, "content": {kind: {"schema": schema}}}
    return said


def _answers() -> dict[str, object]:
    return {JSON: {"schema": {"$ref": "#/components/schemas/Error"}}, "text/html": {}}


def _parts(rule: Rule) -> Iterator[dict[str, object]]:
    """The parts of a path that can be chosen."""
    for part in PART.finditer(rule.rule):
        schema = WHOLE if part["kind"] == "int" else TEXT
        if part["kind"] == "any":
            schema = one_of(*(item.strip(" \"'") for item in part["items"].split(",")))
        yield {"name": part["name"], "in": "path", "required": True, "schema": schema}
