"""A game as it is written down, read again and followed."""
