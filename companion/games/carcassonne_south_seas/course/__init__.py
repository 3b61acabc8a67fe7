"""How a game goes on."""
