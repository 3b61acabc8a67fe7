"""What the game is made of: cards, facts, what a table may rule otherwise."""
