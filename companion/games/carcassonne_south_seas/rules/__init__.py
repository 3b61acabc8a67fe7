"""What the rules have against a fact."""
