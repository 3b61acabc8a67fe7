"""Corrections that explain what is found."""
