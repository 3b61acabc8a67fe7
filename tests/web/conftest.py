"""What the tests of pages may count on."""

from __future__ import annotations

import pytest

from web.news import explained


@pytest.fixture(autouse=True)
def _explanations_come_with_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy this machine is; what comes later is tested by itself."""
    monkeypatch.setattr(explained, "PATIENCE_S", 60.0)
