"""How a game begins, and how people come to the table."""
