"""Every address that a browser may get, and what is answered there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product

from flask.testing import FlaskClient
from werkzeug.routing import Rule, ValidationError

from tests.web.tables import app_of
from web.host.host import Host
from web.serving.kept_files import edition

FILLED = {
    "number": ("1", "4"),
    "before": ("9",),
    "theme": ("light",),
    "game": ("1",),
    "place": ("cell/11,10",),
    "which": ("final", "photo", "pieces"),
    "of": ("none", edition()),
    "token": ("none",),
    "tile": ("a1",),
    "card": ("b06",),
    "name": ("record.jsonl", "score.json", "score.csv", "play.bgsplay", "live/acts.js"),
}


def addresses(host: Host) -> list[str]:
    """Every address that a browser may get, but for the stream, which never ends."""
    rules = [rule for rule in app_of(host).url_map.iter_rules() if "GET" in (rule.methods or ())]
    return sorted({path for rule in rules if rule.rule != "/news" for path in filled(rule)})


def filled(rule: Rule) -> list[str]:
    """The addresses of a rule: each of its names has some value that it takes."""
    names = sorted(rule.arguments)
    paths = []
    for values in product(*(FILLED[name] for name in names)):
        with suppress(ValidationError, ValueError):
            built = rule.build(dict(zip(names, values, strict=True)), append_unknown=False)
            paths += [built[1]] if built else []
    assert paths, rule
    return paths


def answers(client: FlaskClient, path: str) -> Iterator[tuple[str, bytes]]:
    for language in ("en", "fr"):
        client.set_cookie("language", language)
        answer = client.get(path, follow_redirects=True)
        assert answer.status_code != 500, path
        yield f"{path} {language}", answer.data
    live = client.get(f"{path}?part=live", headers={"Accept": "application/json"})
    yield f"{path} live", live.data
