"""What a board of stops is as a draft: its file, what is wrong with it, how much there is."""
