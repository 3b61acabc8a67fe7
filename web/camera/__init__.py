"""The camera that watches the table: what it writes, asks and shows."""
