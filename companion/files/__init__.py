"""What is read and written, whole or not at all: JSON, bounds and locks."""
