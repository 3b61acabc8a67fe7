"""How the facts are found that explain what lies differently now."""
