"""Boards of stops: ships that stand at them, and goods piled on stranding places."""
