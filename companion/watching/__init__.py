"""A game followed by a camera: readings go in, entries of the record come out."""
