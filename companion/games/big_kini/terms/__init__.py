"""What the game is made of: facts, layouts, cards, what a table may rule otherwise."""
