"""How a camera follows the game."""
