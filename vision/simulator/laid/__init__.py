"""What lies on a simulated table: pieces, ships, an arm, and the truth of it."""
