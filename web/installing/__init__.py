"""The page as an app of a phone or laptop, where its browser allows that."""
