"""What a simulated board shows: its print, its pieces' art, and boards that nobody has seen."""
