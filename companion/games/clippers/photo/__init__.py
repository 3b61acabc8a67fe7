"""A finished board scored from a photo: what is likelier, what is in doubt, who wins surely."""
