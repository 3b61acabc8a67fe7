"""Which one correction explains what the rules find: a slip is told once, and asked about."""
