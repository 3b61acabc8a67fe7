"""What stands on the places of tiles, and of what lies beside them."""
