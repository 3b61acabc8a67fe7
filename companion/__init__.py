"""What is true at the table: boards, readings, findings, money, scores. Pure Python."""
