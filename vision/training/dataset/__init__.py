"""What a training learns from: photographed tables, their patches, and how well they are read."""
