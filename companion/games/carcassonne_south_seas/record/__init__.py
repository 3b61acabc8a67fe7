"""Facts, set-up and state as JSON."""
