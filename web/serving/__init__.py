"""What stands between the table and the net: limits, refusals, logs, and what programs are told."""
