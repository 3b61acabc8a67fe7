"""What the rules speak of: options and editions, events, who plays, what a table allowed."""
