"""What pages show of Clippers."""
