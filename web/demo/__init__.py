"""A game that plays itself, before a simulated camera or without one."""
