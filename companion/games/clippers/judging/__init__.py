"""What the rules say of a fact: every finding at once; what may be done, and what may have been."""
