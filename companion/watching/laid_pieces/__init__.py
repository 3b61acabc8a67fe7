"""The referee of games whose pieces are laid and stay: how far to believe what was seen."""
