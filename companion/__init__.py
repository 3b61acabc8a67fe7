"""What is true at the table: boards, readings, findings, money, scores. Pure Python."""

__version__ = "0.1.0"
