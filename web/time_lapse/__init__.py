"""One picture of the real board for each turn, where the table wants that: kept, shown, saved."""
