"""How a game goes on: its set-up, and the state after each fact."""
