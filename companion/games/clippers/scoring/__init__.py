"""What a position is worth, how surely, and what is wrong with it."""
