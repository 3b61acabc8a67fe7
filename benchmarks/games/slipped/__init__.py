"""Legal games into which one slip is put, game by game."""
