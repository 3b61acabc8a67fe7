"""What is said to people: codes with parameters, and one catalogue of sentences per language."""
