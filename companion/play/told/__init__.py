"""A game read from a record, and told in a terminal."""
