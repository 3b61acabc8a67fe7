"""A game of Big Kini at one moment, as data."""
