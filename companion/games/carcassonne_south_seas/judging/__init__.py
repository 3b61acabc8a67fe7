"""Findings, choices, and what may have been meant."""
