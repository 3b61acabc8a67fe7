"""What pages show of a table."""
