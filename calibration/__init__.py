"""What is learned once per board and room, and kept in a profile file."""
