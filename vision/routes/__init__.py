"""The reader of boards of routes: each space and slot is asked one question."""
