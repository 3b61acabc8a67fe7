"""What lies beside a board and is printed: cards and tokens."""
