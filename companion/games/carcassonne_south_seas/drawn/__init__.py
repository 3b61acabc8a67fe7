"""How the game plays itself."""
