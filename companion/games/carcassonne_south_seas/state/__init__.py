"""How the table lies at one moment."""
