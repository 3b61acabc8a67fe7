"""What comes of reading a photo: handed from the readers to whoever watches."""
