"""A game at one moment, and where its routes may go on."""
