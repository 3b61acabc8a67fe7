"""What is said to people: languages, errors, forms in words."""
