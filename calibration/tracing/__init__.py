"""A board traced by a person over a photo of it: the draft, its acts, and what becomes of it."""
