"""Big Kini: its rules, its board as data, what pages show of it."""
