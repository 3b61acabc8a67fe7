"""Lessons for the reader of square tiles: crops of invented prints, and what each shows."""
