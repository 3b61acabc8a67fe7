"""The board as routes are built on it, and who reaches what."""
