"""A game of Long Cours at one moment, as data."""
