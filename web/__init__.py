"""The pages, and everything a person sees that is more than a line of text."""
