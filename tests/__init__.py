"""What the project promises, as tests; ``python -m tests`` runs them with all other checks."""
