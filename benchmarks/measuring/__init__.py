"""What several benchmarks measure with: figures, errors, the program and the people at it."""
