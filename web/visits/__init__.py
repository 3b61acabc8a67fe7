"""Who asks, what he may open, and the way back."""
