"""How a game judges its facts: what its rules find, each mistake once, and what is in doubt."""
