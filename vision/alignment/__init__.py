"""Where the board lies in a picture: camera, pose, print."""
