"""The commands that need both seeing and what was learned before: calibrate and read."""
