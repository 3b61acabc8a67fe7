"""Clippers followed by a camera."""
