"""The camera's watching of a table, while it is served."""
