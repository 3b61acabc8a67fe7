"""What lamp and camera do to tones, and what colours are left."""
