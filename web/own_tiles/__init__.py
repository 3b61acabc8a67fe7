"""Own tiles on a page: tap the spaces of an atoll, and type what is printed there."""
