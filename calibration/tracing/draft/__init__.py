"""What has been traced so far, how it changes, and what is still wrong with it."""
