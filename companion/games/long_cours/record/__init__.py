"""Facts and whole games as JSON and as lines."""
