"""What pages show of a table, and every word of it."""
