"""A trained network as the file that ships."""
