"""The pages of a running game, and what is written on them."""
