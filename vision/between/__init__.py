"""What lies between the places: ships, odd things, hands."""
