"""What a game may offer besides: a terminal, a game that plays itself, a finished board scored."""
