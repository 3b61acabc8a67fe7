"""The games: each folder holds the rules of one."""
