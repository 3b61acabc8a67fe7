"""From pixels to a Reading."""
