"""Big Kini in a terminal."""
