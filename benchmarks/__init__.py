"""What is measured: accuracy, time, memory. Not run by the tests, and never over the network."""
