"""Long Cours in a terminal."""
