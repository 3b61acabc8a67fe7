"""The weights by which boxes on tables of tiles are told from bare print."""
