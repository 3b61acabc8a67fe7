"""Drawn tables as photographs, and what a reader makes of them."""
