"""Clippers in a terminal, and for other programs."""
