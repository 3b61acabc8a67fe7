"""A finished game scored from one photo, on the page."""
