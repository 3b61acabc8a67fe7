"""How tracing a board depends on the kind of the board: as data, one entry a kind."""
