"""A finished board: read, scored, and shown in a terminal and on a sheet."""
