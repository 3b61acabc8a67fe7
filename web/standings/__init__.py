"""The score at any time: lines, money over time, and the way out."""
