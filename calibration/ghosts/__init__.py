"""What a photo shows that may be a place of the board: offered to whoever traces it."""
