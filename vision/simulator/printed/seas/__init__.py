"""Invented prints of tiles with sea, ground and ways, in many styles."""
