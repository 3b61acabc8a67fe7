"""How a game goes on: facts are applied, and never judged."""
