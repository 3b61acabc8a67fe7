"""What was played: what the evenings of a file add up to."""
