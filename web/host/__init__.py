"""The table that is served: its games, its doors, and what the host has set."""
