"""Facts and set-ups as JSON, and the end of a turn that nobody has to say."""
