"""A board traced on the page, over a photo of it."""
