"""What a page shows of any game."""
