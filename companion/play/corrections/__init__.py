"""Which one correction explains what the rules of a game find: told once, and asked about."""
