"""What pieces look like at this table: colours and pictures, learned from a photo."""
