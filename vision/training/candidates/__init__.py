"""How candidates of ships on boards of stops are weighed, fitted again."""
