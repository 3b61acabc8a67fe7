"""Carcassonne South Seas: tiles, islanders, goods and ships, by hand."""
