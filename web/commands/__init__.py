"""The commands that need the whole house."""
