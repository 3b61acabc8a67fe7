"""What every test file may use."""

from __future__ import annotations

from hypothesis import settings

# Without a deadline: a busy machine is no bug. Without chance: the same commit gives the same
# verdict. `pytest --hypothesis-profile=search` looks further, with new examples each time.
settings.register_profile("house", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("search", deadline=None, max_examples=2000)
settings.load_profile("house")
