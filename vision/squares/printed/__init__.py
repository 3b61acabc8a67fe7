"""What is printed on tiles: grounds by the board file, small signs, how this print draws them."""
