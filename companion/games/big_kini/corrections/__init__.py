"""Which one correction explains what the rules of Big Kini find."""
