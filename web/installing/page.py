"""What a browser needs to install the page: a manifest, and a page for when the table is away.

A browser asks for a secure address: https, or the host's own machine. Elsewhere it stays a page.
"""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, make_response, render_template

from companion import __version__
from web.serving.kept_files import STATIC

installing = Blueprint("installing", __name__)
PAPER, SEA = "#f6efdf", "#1d4e79"
SIZES = (192, 512)


@installing.get("/manifest.webmanifest")
def manifest() -> Response:
    """Name, colours and pictures of the app. It is asked for without a code."""
    icons = [
        {
            "src": f"/static/installing/icon-{size}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
        }
        for size in SIZES
    ]
    masked = {**icons[-1], "purpose": "maskable"}
    answer = jsonify(
        name="Companion",
        short_name="Companion",
        id="/",
        start_url="/",
        scope="/",
        display="standalone",
        background_color=PAPER,
        theme_color=SEA,
        icons=[*icons, masked],
    )
    answer.mimetype = "application/manifest+json"
    return answer


@installing.get("/worker.js")
def worker() -> Response:
    """The script that answers while the table is away; it may answer for every page."""
    script = (STATIC / "installing" / "worker.js").read_text("utf-8")
    answer = Response(script.replace("VERSION", __version__), mimetype="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@installing.get("/offline")
def offline() -> Response:
    """What is shown where the table can't be reached; in every language, for it is kept."""
    answer = make_response(render_template("installing/offline.html"))
    answer.headers["Cache-Control"] = "no-cache"
    return answer
