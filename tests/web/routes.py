"""The routes of the pages, each with an address."""

from __future__ import annotations

import re

from werkzeug.routing import Rule

from web.app import create_app
from web.host.host import Host
from web.serving.openapi import PART

FILE = "page.css"


def rules(host: Host) -> list[Rule]:
    return list(create_app(host).url_map.iter_rules())


def path_of(rule: Rule) -> str:
    """An address of a route, with something for each of its places."""

    def chosen(part: re.Match[str]) -> str:
        if part["items"]:
            return part["items"].partition(",")[0].strip(" '")
        return FILE if part["kind"] == "path" else "1"

    return PART.sub(chosen, rule.rule)
