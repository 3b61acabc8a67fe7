"""The tiles of a set with nothing on them: their sheet, their looks, and a table of these."""
