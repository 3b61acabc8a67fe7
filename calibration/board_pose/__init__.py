"""Where the empty board lies in a photo of it, from its outline or from what is printed on it."""
