"""What Clippers says of each thing on the table."""
