"""The small signs that are printed on tiles: which are seen, and what this print's look like."""
