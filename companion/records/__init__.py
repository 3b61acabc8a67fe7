"""A game as it is written down: its record, in deeds, in chapters, and told anew."""
