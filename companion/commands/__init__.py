"""The commands of this floor: what needs no picture."""
