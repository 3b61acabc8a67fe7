"""Money one can hold: chips, coins and notes."""
