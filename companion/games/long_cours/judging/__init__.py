"""What is told of a fact, what follows from what was told before, and what may be done."""
