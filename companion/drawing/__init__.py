"""What every drawing is made of: SVG as text, and small signs."""
