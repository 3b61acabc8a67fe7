"""The rules of Clippers."""
