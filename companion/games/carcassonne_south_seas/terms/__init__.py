"""What is said at the table: facts, goods, ships, options."""
