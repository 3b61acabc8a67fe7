"""What an open page is told: which of its parts changed."""
