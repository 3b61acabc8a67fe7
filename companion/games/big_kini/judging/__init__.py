"""What is told of a fact, what may be done, and what a fact may have been instead."""
