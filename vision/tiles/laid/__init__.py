"""Tiles as they lie in a photo: which, where, in which light, and what hides them."""
