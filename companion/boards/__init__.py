"""Printed boards: what lies where on them, and their files, read, checked and written."""
