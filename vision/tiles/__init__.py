"""Tables of tiles: which tile lies where, turned how, and what stands on it and beside."""
