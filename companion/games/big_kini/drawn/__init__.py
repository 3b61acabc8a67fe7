"""Games drawn by lot."""
