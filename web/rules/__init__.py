"""Rules in place: what a thing on a page is and does now."""
