"""What every game is told with: its options, its timeline, its log, its words and its books."""
